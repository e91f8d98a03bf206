/// The delivery metrics of this launch, for one destination or for all together.
///
/// Counts start at 0 with each `Analytics`; those of `Ledger` persist across launches. Events that
/// another process delivers from the same folder are counted only in the ledger.
public struct DeliveryDiagnostics: Hashable, Sendable {
  /// The number of requests that were started, resends included.
  public internal(set) var attempts: UInt64 = 0
  /// The number of attempts with a batch that had been tried before.
  public internal(set) var retries: UInt64 = 0
  /// The number of attempts after which the destination had at least some events of the batch.
  public internal(set) var succeeded: UInt64 = 0
  /// The number of attempts without a response, or whose outcome was `later`; the batch is sent
  /// again.
  public internal(set) var postponed: UInt64 = 0
  /// The number of attempts whose outcome was `refused` or `split`.
  public internal(set) var refused: UInt64 = 0
  /// The number of attempts whose outcome was `halted`, for example because of a wrong key.
  public internal(set) var halted: UInt64 = 0
  /// The number of bytes of all bodies that were sent, resends included; headers are not counted.
  public internal(set) var bytes: UInt64 = 0

  /// The number of events that a destination confirmed.
  public internal(set) var delivered: UInt64 = 0
  /// The number of events that a destination refused permanently, and that are in its dead letters.
  public internal(set) var deadLettered: UInt64 = 0
  /// The number of events that were not sent because the destination does not want them:
  /// `Destination.accepts(_:)` returned false, or their kind is not one that it receives.
  public internal(set) var filtered: UInt64 = 0
  /// The number of events that can no longer be read.
  public internal(set) var damaged: UInt64 = 0
  /// The number of events that were discarded without delivery, for any `DropReason`.
  public internal(set) var dropped: UInt64 = 0

  /// The time from the beginning of an attempt to its response.
  public internal(set) var latency = LatencyHistogram()

  /// The share of the completed attempts that succeeded, from 0 to 1; nil before the first one.
  public var successRate: Double? {
    let ended = succeeded + postponed + refused + halted
    return ended > 0 ? Double(succeeded) / Double(ended) : nil
  }

  package init() {}
}

extension DeliveryDiagnostics {
  init(_ tally: DeliveryTally) {
    attempts = tally.attempts
    retries = tally.retries
    succeeded = tally.succeeded
    postponed = tally.postponed
    refused = tally.refused
    halted = tally.halted
    bytes = tally.bytes
    delivered = tally.events.delivered
    deadLettered = tally.events.deadLettered
    filtered = tally.events.filtered
    damaged = tally.events.damaged
    dropped = tally.events.dropped
    latency = tally.latency
  }

  static func += (sum: inout DeliveryDiagnostics, more: DeliveryDiagnostics) {
    let counts: [WritableKeyPath<DeliveryDiagnostics, UInt64>] = [
      \.attempts, \.retries, \.succeeded, \.postponed, \.refused, \.halted, \.bytes, \.delivered,
      \.deadLettered, \.filtered, \.damaged, \.dropped,
    ]
    for count in counts { sum[keyPath: count] += more[keyPath: count] }
    sum.latency = sum.latency + more.latency
  }
}
