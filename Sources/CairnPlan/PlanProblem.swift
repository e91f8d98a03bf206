/// Something that is wrong at a place of a document.
public struct PlanProblem: Hashable, Sendable, CustomStringConvertible {
  /// The names and numbers that lead to the place.
  public let path: [String]
  /// What is wrong, without the value.
  public let what: String

  package init(_ path: [String], _ what: String) {
    self.path = path
    self.what = what
  }

  /// The place and what is wrong, `events/Order Completed/required: …`.
  public var description: String {
    path.isEmpty ? what : "\(path.joined(separator: "/")): \(what)"
  }
}
