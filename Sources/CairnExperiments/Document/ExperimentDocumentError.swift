/// A problem that makes a document, or a part of it, unusable.
public struct ExperimentDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path in the document, such as `experiences[3].id`; empty for the document as a whole.
  public let path: String
  /// The problem, as the end of a sentence: "is missing".
  public let problem: String

  package init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// The path and the problem as a sentence, for the log.
  public var description: String { "\(path.isEmpty ? "the document" : path) \(problem)" }
}
