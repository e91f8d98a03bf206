/// A document that is no tracking plan.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All that is wrong, in the order of the document's names.
  public let problems: [PlanProblem]

  package init(_ problems: [PlanProblem]) { self.problems = problems }

  /// A line a problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
