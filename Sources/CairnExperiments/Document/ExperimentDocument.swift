package import Cairn

/// What is to be decided, and how: the experiences, features, goals and audiences of a project.
///
/// Read from the JSON document that the service of the experiments hands out. Immutable; may cross threads.
public struct ExperimentDocument: Sendable {
  /// The account that the project belongs to.
  public let accountID: String
  /// The project.
  public let projectID: String
  /// A name of these bytes: the same for the same bytes, and in practice for no others.
  package let revision: String
  /// In the document's order, as are the others.
  package let experiences: [Experience]
  package let features: [FeatureDeclaration]
  package let goals: [Goal]
  package let segments: [Segment]
  /// What was passed over, and why.
  package let remarks: [ExperimentDocumentError]

  private let experiencesByKey: [ExactText: Experience]
  private let experiencesByID: [ExactText: Experience]
  private let featuresByKey: [ExactText: FeatureDeclaration]
  private let goalsByKey: [ExactText: Goal]

  /// Reads and checks a document.
  ///
  /// What is not known in it is passed over. It is work for a background thread: a few milliseconds for a hundred
  /// experiences.
  ///
  /// - Throws: ``ExperimentDocumentError`` when it is no JSON, an error instead of a document, or has no account or
  ///   project.
  public init(json: some Sequence<UInt8>) throws(ExperimentDocumentError) {
    let bytes = Array(json)
    let document = try DocumentReader.read(bytes)
    accountID = try DocumentReader.id(document["account_id"])
    projectID = try DocumentReader.id(document["project"]["id"])
    revision = String(XXH64.hash(bytes, seed: 0), radix: 16)
    let catalog = DocumentCatalog(document)
    (experiences, remarks) = DocumentReader.experiences(document, catalog)
    features = document["features"].elements.compactMap { FeatureDeclaration($0) }
    goals = document["goals"].elements.compactMap { Goal($0) }
    segments = document["segments"].elements.compactMap { Segment($0) }
    experiencesByKey = DocumentCatalog.byID(experiences, \.key)
    experiencesByID = DocumentCatalog.byID(experiences, \.id)
    featuresByKey = DocumentCatalog.byID(features, \.key)
    goalsByKey = DocumentCatalog.byID(goals, \.key)
  }

  package func experience(key: String) -> Experience? { experiencesByKey[ExactText(key)] }

  package func experience(id: String) -> Experience? { experiencesByID[ExactText(id)] }

  package func feature(key: String) -> FeatureDeclaration? { featuresByKey[ExactText(key)] }

  package func goal(key: String) -> Goal? { goalsByKey[ExactText(key)] }

  /// The ids of the segments with these keys whose rules hold for the attributes, each by itself.
  package func segments(_ keys: [String], matching attributes: [String: Value]) -> [String] {
    var silence = Silence()
    return segments.filter { segment in
      keys.containsExactly(segment.key) && segment.rules.hold(for: attributes, &silence)
    }.map(\.id)
  }
}

extension ExperimentDocument: Equatable {
  /// Whether both were read from the same bytes.
  public static func == (one: Self, other: Self) -> Bool { one.revision == other.revision }
}
