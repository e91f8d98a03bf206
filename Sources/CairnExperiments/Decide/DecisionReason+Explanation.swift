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
