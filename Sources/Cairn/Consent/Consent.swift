/// A user's consent to tracking.
public enum Consent: String, Hashable, Sendable, CaseIterable, Codable {
  /// Events are recorded and delivered.
  case granted
  /// The user has not decided yet: events are recorded and kept on this device, and none is sent.
  case pending
  /// Nothing is recorded, and events that were recorded and not delivered are erased.
  case denied
}

extension Consent {
  /// The order by permissiveness: denied, pending, granted.
  package var rank: Int {
    switch self {
    case .denied: 0
    case .pending: 1
    case .granted: 2
    }
  }
}
