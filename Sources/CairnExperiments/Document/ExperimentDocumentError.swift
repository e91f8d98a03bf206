/// Why a document cannot be used.
public struct ExperimentDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where in the document: names and places, as in `experiences[3].id`; empty for the document as a whole.
  public let path: String
  /// What is wrong there, as the end of a sentence: "is missing".
  public let problem: String

  package init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// Both as a sentence, for the log.
  public var description: String { "\(path.isEmpty ? "the document" : path) \(problem)" }
}
