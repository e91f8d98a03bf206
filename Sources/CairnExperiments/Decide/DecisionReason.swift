/// The reason why a decision has no variation.
public struct DecisionReason: RawRepresentable, Hashable, Sendable {
  /// The name of the reason, as it appears in logs.
  ///
  /// Later versions may add reasons.
  public let rawValue: String

  /// Makes a reason with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// There is no document yet: none was fetched, cached or given.
  public static let noDocument = DecisionReason(rawValue: "noDocument")
  /// No experience of the document has this key.
  public static let unknownExperience = DecisionReason(rawValue: "unknownExperience")
  /// The experience is archived.
  public static let archived = DecisionReason(rawValue: "archived")
  /// The experience belongs to another environment.
  public static let otherEnvironment = DecisionReason(rawValue: "otherEnvironment")
  /// The visitor is at none of the experience's locations, or the visitor's location is unknown.
  public static let locationMismatch = DecisionReason(rawValue: "locationMismatch")
  /// The visitor does not belong to the experience's audiences.
  public static let audienceMismatch = DecisionReason(rawValue: "audienceMismatch")
  /// The visitor is in none of the experience's segments.
  public static let segmentMismatch = DecisionReason(rawValue: "segmentMismatch")
  /// The experience has no variations.
  public static let noVariations = DecisionReason(rawValue: "noVariations")
  /// The visitor's bucket belongs to no variation.
  public static let outsideTraffic = DecisionReason(rawValue: "outsideTraffic")
}

extension DecisionReason {
  /// The reason as a sentence for readers.
  package var explanation: String {
    switch self {
    case .noDocument: "There is no document yet."
    case .unknownExperience: "No experience has this key."
    case .archived: "The experience is archived."
    case .otherEnvironment: "The experience belongs to another environment."
    case .locationMismatch: "The visitor's location does not match the experience."
    case .audienceMismatch: "The visitor is not in the experience's audiences."
    case .segmentMismatch: "The visitor is in none of the experience's segments."
    case .noVariations: "The experience has no variations."
    case .outsideTraffic: "The visitor's bucket belongs to no variation."
    default: rawValue
    }
  }
}
