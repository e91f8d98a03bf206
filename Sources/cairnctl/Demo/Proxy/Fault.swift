/// A way in which a request fails between the SDK and the collector.
enum Fault: CaseIterable, Hashable, Sendable {
  /// The collector stores the batch, but the connection ends before the answer arrives.
  case lostAnswer
  /// The connection is reset (TCP RST) before the collector hears of the batch.
  case reset
  case serverError
  case unavailable
  case tooManyRequests

  /// The status that the proxy answers by itself; nil when it does not answer.
  var status: Int? {
    switch self {
    case .lostAnswer, .reset: nil
    case .serverError: 500
    case .unavailable: 503
    case .tooManyRequests: 429
    }
  }

  var name: String { status.map(String.init) ?? (self == .reset ? "reset" : "answer lost") }
}
