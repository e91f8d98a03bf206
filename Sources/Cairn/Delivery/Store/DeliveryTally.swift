import Foundation

/// The attempts and results of this process for one destination, in this launch.
package struct DeliveryTally: Sendable {
  package private(set) var attempts: UInt64 = 0
  package private(set) var retries: UInt64 = 0
  /// The number of attempts by their result.
  package private(set) var succeeded: UInt64 = 0
  package private(set) var postponed: UInt64 = 0
  package private(set) var refused: UInt64 = 0
  package private(set) var halted: UInt64 = 0
  /// The number of bytes of all bodies sent, including retries.
  package private(set) var bytes: UInt64 = 0
  package private(set) var latency = LatencyHistogram()
  /// The counts of events by their disposition.
  package private(set) var events = Counters()

  private var lastKey: UUID?
  private var underWay: (events: Int, since: Instant)?

  package init() {}

  /// Counts a batch that is sent.
  package mutating func send(_ batch: Batch, at instant: Instant) {
    attempts += 1
    if batch.attempt > 0 || batch.key == lastKey { retries += 1 }
    lastKey = batch.key
    bytes += UInt64(batch.body.count)
    underWay = (batch.events.count, instant)
  }

  /// Counts a batch that is handed to the system, which sends it at an unknown time.
  package mutating func handOver(_ batch: Batch, at instant: Instant) {
    send(batch, at: instant)
    underWay = nil
  }

  /// Counts the result of the batch that was sent, and its latency.
  package mutating func answer(_ outcome: Outcome, at instant: Instant) {
    guard let sent = underWay else { return }
    underWay = nil
    latency.record(instant.since(sent.since))
    count(outcome, of: sent.events)
  }

  /// Counts a result without a latency, which is unknown when the system has sent the batch.
  package mutating func count(_ outcome: Outcome, of number: Int) {
    switch outcome {
    case .accepted: succeeded += 1
    // If the whole batch is to be sent again, nothing was achieved.
    case .partial(_, let again) where Set(again).count >= number: postponed += 1
    case .partial: succeeded += 1
    case .later: postponed += 1
    case .split, .refused: refused += 1
    case .halted: halted += 1
    }
  }

  /// Adds the changes that a step of this process made to the destination's counters.
  package mutating func count(_ after: Counters, since before: Counters) {
    events.add(after, since: before)
  }
}
