/// What was tried and achieved by delivery in this run: for one destination, or for all together.
///
/// Counts begin at 0 with each `Analytics`; those of `Ledger` go on across launches. What another process delivers from
/// the same folder is in the ledger alone.
public struct DeliveryDiagnostics: Hashable, Sendable {
  /// Requests that were begun, resends included.
  public internal(set) var attempts: UInt64 = 0
  /// Attempts with a batch that had been tried before.
  public internal(set) var retries: UInt64 = 0
  /// Attempts after which the destination had at least some events of the batch.
  public internal(set) var succeeded: UInt64 = 0
  /// Attempts that are repeated later: no answer, or "not now".
  public internal(set) var postponed: UInt64 = 0
  /// Attempts that met with "not this batch", or with "too large".
  public internal(set) var refused: UInt64 = 0
  /// Attempts that met with something to be mended, such as a wrong key.
  public internal(set) var halted: UInt64 = 0
  /// Bytes of all bodies that were sent, resends included; headers are not counted.
  public internal(set) var bytes: UInt64 = 0

  /// Events that a destination confirmed.
  public internal(set) var delivered: UInt64 = 0
  /// Events that a destination refused for good, and that are in its dead letters.
  public internal(set) var deadLettered: UInt64 = 0
  /// Events that a destination does not want.
  public internal(set) var filtered: UInt64 = 0
  /// Events that could be read no more.
  public internal(set) var damaged: UInt64 = 0
  /// Events that a cap gave up.
  public internal(set) var dropped: UInt64 = 0

  /// From the beginning of an attempt to its answer.
  public internal(set) var latency = LatencyHistogram()

  /// Of the attempts that were answered or failed, the share that succeeded, from 0 to 1; nil before the first one.
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
