#if Server
import Cairn
import CoreMetrics

/// Publishes snapshots as metrics; a counter is increased by the difference from the previous
/// snapshot.
struct MetricsPublisher {
  private let factory: any MetricsFactory
  private let recorded: Counter
  private let buffered: Gauge
  private let journalBytes: Gauge
  private let storageProblem: Gauge
  private let track: DurationMetric
  private var refused: [RecordingFailure: Counter] = [:]
  private var destinations: [String: DestinationMetrics] = [:]
  private var last: DiagnosticsSnapshot?

  init(_ factory: any MetricsFactory) {
    self.factory = factory
    recorded = Counter(label: "cairn_events_recorded_total", factory: factory)
    buffered = Gauge(label: "cairn_events_buffered", factory: factory)
    journalBytes = Gauge(label: "cairn_journal_bytes", factory: factory)
    storageProblem = Gauge(label: "cairn_storage_problem", factory: factory)
    track = DurationMetric("cairn_track_duration_seconds", [], factory)
  }

  mutating func publish(_ snapshot: DiagnosticsSnapshot) {
    recorded.add(snapshot.recorded, since: last?.recorded)
    for (reason, count) in snapshot.refused {
      counter(reason).add(count, since: last?.refused[reason])
    }
    buffered.record(snapshot.buffered)
    journalBytes.record(snapshot.journalBytes)
    storageProblem.record(snapshot.storageProblem == nil ? 0 : 1)
    track.record(snapshot.trackLatency, since: last?.trackLatency)
    for destination in snapshot.destinations {
      metrics(destination.name).publish(
        destination, after: last?.destinations.first { $0.name == destination.name })
    }
    last = snapshot
  }

  private mutating func counter(_ reason: RecordingFailure) -> Counter {
    if let known = refused[reason] { return known }
    let new = Counter(
      label: "cairn_events_refused_total", dimensions: [("reason", reason.rawValue)],
      factory: factory)
    refused[reason] = new
    return new
  }

  private mutating func metrics(_ destination: String) -> DestinationMetrics {
    if let known = destinations[destination] { return known }
    let new = DestinationMetrics(destination, factory)
    destinations[destination] = new
    return new
  }
}

extension Counter {
  func add(_ count: UInt64, since before: UInt64?) {
    let more = count &- (before ?? 0)
    if more > 0 { increment(by: more) }
  }
}
#endif
