/// The error for a document that is not a valid tracking plan.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All problems of the document, in the order of its names.
  public let problems: [PlanProblem]

  package init(_ problems: [PlanProblem]) { self.problems = problems }

  /// The problems, one on each line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
