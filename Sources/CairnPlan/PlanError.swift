/// The error for a document that is not a valid tracking plan.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All problems of the document, in the order of its names.
  public let problems: [PlanProblem]

  package init(_ problems: [PlanProblem]) { self.problems = problems }

  /// The problems, one on each line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

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
