#if Server
import Cairn
import CoreMetrics

/// The metrics of one destination, which is their dimension `destination`.
struct DestinationMetrics {
  private let counters: [(count: KeyPath<DeliveryDiagnostics, UInt64>, metric: Counter)]
  private let queueDepth: Gauge
  private let oldestPendingAge: Gauge
  private let duration: DurationMetric

  init(_ name: String, _ factory: any MetricsFactory) {
    let own = [("destination", name)]
    func counter(
      _ label: String, _ count: KeyPath<DeliveryDiagnostics, UInt64>, result: String? = nil
    ) -> (KeyPath<DeliveryDiagnostics, UInt64>, Counter) {
      let dimensions = own + (result.map { [("result", $0)] } ?? [])
      return (count, Counter(label: label, dimensions: dimensions, factory: factory))
    }
    counters = [
      counter("cairn_events_delivered_total", \.delivered),
      counter("cairn_events_dead_lettered_total", \.deadLettered),
      counter("cairn_events_filtered_total", \.filtered),
      counter("cairn_events_damaged_total", \.damaged),
      counter("cairn_events_dropped_total", \.dropped),
      counter("cairn_delivery_attempts_total", \.attempts),
      counter("cairn_delivery_retries_total", \.retries),
      counter("cairn_delivery_bytes_total", \.bytes),
      counter("cairn_delivery_results_total", \.succeeded, result: "succeeded"),
      counter("cairn_delivery_results_total", \.postponed, result: "postponed"),
      counter("cairn_delivery_results_total", \.refused, result: "refused"),
      counter("cairn_delivery_results_total", \.halted, result: "halted"),
    ]
    queueDepth = Gauge(label: "cairn_queue_depth", dimensions: own, factory: factory)
    oldestPendingAge = Gauge(
      label: "cairn_oldest_pending_age_seconds", dimensions: own, factory: factory)
    duration = DurationMetric("cairn_delivery_duration_seconds", own, factory)
  }

  func publish(_ now: DestinationDiagnostics, after before: DestinationDiagnostics?) {
    for (count, metric) in counters {
      metric.add(now.deliveries[keyPath: count], since: before?.deliveries[keyPath: count])
    }
    queueDepth.record(now.queueDepth)
    oldestPendingAge.record((now.oldestPendingAge ?? .zero).seconds)
    duration.record(now.deliveries.latency, since: before?.deliveries.latency)
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
#endif
