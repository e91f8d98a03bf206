package import Cairn

/// The experiences, features, goals and audiences of a project.
///
/// It is parsed from the JSON document that the experiment service provides. It is immutable and
/// can be used from any thread.
public struct ExperimentDocument: Sendable {
  /// The ID of the account to which the project belongs.
  public let accountID: String
  /// The ID of the project.
  public let projectID: String
  /// A hash of the document's bytes.
  package let revision: String
  /// The experiences, in the document's order, as are the features, goals and segments.
  package let experiences: [Experience]
  package let features: [FeatureDeclaration]
  package let goals: [Goal]
  package let segments: [Segment]
  /// The parts that were ignored, and the reasons.
  package let remarks: [ExperimentDocumentError]

  private let experiencesByKey: [CodeUnitKey: Experience]
  private let experiencesByID: [CodeUnitKey: Experience]
  private let featuresByKey: [CodeUnitKey: FeatureDeclaration]
  private let goalsByKey: [CodeUnitKey: Goal]

  /// Parses and validates a document.
  ///
  /// Unknown parts are ignored. Parsing takes a few milliseconds for a hundred experiences and
  /// should run on a background thread.
  ///
  /// - Throws: ``ExperimentDocumentError`` when the bytes are not JSON, when they are an error
  ///   response instead of a document, or when the account or the project is missing.
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

  package func experience(key: String) -> Experience? { experiencesByKey[CodeUnitKey(key)] }

  package func experience(id: String) -> Experience? { experiencesByID[CodeUnitKey(id)] }

  package func feature(key: String) -> FeatureDeclaration? { featuresByKey[CodeUnitKey(key)] }

  package func goal(key: String) -> Goal? { goalsByKey[CodeUnitKey(key)] }

  /// Returns the IDs of those segments with these keys whose rules hold for the attributes.
  package func segments(_ keys: [String], matching attributes: [String: Value]) -> [String] {
    var noTrace = NoTrace()
    return segments.filter { segment in
      keys.containsExactly(segment.key) && segment.rules.hold(for: attributes, &noTrace)
    }.map(\.id)
  }
}

extension ExperimentDocument: Equatable {
  /// Returns whether both documents were parsed from the same bytes.
  public static func == (one: Self, other: Self) -> Bool { one.revision == other.revision }
}

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
