import Foundation

/// What was tried and achieved for one destination in this run, by this process.
package struct DeliveryTally: Sendable {
  package private(set) var attempts: UInt64 = 0
  package private(set) var retries: UInt64 = 0
  /// Attempts that were answered, by how.
  package private(set) var succeeded: UInt64 = 0
  package private(set) var postponed: UInt64 = 0
  package private(set) var refused: UInt64 = 0
  package private(set) var halted: UInt64 = 0
  /// The bytes of all bodies that were sent, resends included.
  package private(set) var bytes: UInt64 = 0
  package private(set) var latency = LatencyHistogram()
  /// What became of events.
  package private(set) var events = Counters()

  private var lastKey: UUID?
  private var underWay: (events: Int, since: Instant)?

  package init() {}

  /// A batch is sent.
  package mutating func send(_ batch: Batch, at instant: Instant) {
    attempts += 1
    if batch.attempt > 0 || batch.key == lastKey { retries += 1 }
    lastKey = batch.key
    bytes += UInt64(batch.body.count)
    underWay = (batch.events.count, instant)
  }

  /// A batch is handed to the system, which sends it at some time.
  package mutating func handOver(_ batch: Batch, at instant: Instant) {
    send(batch, at: instant)
    underWay = nil
  }

  /// What was sent is answered.
  package mutating func answer(_ outcome: Outcome, at instant: Instant) {
    guard let sent = underWay else { return }
    underWay = nil
    latency.record(instant.since(sent.since))
    count(outcome, of: sent.events)
  }

  /// What was answered of so many events; how long that took says nothing when the system sent them.
  package mutating func count(_ outcome: Outcome, of number: Int) {
    switch outcome {
    case .accepted: succeeded += 1
    // Asked for again as a whole: nothing was achieved.
    case .partial(_, let again) where Set(again).count >= number: postponed += 1
    case .partial: succeeded += 1
    case .later: postponed += 1
    case .split, .refused: refused += 1
    case .halted: halted += 1
    }
  }

  /// What a step of this process did to the destination's counters.
  package mutating func count(_ after: Counters, since before: Counters) {
    events.add(after, since: before)
  }
}
