import Cairn

/// The fleet as the SDK makes it, or with one of its precautions taken away.
enum FleetVariant: String, CaseIterable, Sendable, Encodable {
  case asShipped
  case noJitter
  case noRetryAfter
  case noBreaker

  var title: String {
    switch self {
    case .asShipped: "as shipped"
    case .noJitter: "no jitter"
    case .noRetryAfter: "no Retry-After"
    case .noBreaker: "no breaker"
    }
  }

  var jitter: RetryPolicy.Jitter { self == .noJitter ? .none : .full }
  var heedsRetryAfter: Bool { self != .noRetryAfter }
  var hasBreaker: Bool { self != .noBreaker }
}
