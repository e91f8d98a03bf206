/// What a user has said about being tracked.
public enum Consent: String, Hashable, Sendable, CaseIterable, Codable {
  /// Events are recorded and delivered.
  case granted
  /// The user has not decided yet: events are recorded on this device and wait there. Nothing is sent.
  case pending
  /// Nothing is recorded, and what was recorded and not delivered is erased.
  case denied
}

extension Consent {
  /// By how much it allows.
  package var rank: Int {
    switch self {
    case .denied: 0
    case .pending: 1
    case .granted: 2
    }
  }
}
