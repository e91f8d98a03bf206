import Cairn

/// The fleet with the SDK's precautions, or with one of them disabled.
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
