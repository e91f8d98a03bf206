/// A problem at one position in a document.
public struct PlanProblem: Hashable, Sendable, CustomStringConvertible {
  /// The member names and indices that lead to the position.
  public let path: [String]
  /// A description of the problem, without the value.
  public let what: String

  package init(_ path: [String], _ what: String) {
    self.path = path
    self.what = what
  }

  /// The path and the problem, such as `events/Order Completed/required: …`.
  public var description: String {
    path.isEmpty ? what : "\(path.joined(separator: "/")): \(what)"
  }
}
