import CoreMetrics
import Metrics

/// The values that are read when they are asked for.
@available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
struct CollectorGauges: Sendable {
  private let factory: any MetricsFactory
  private let parts: Collector.Parts

  init(_ factory: any MetricsFactory, _ parts: Collector.Parts, kindOfStore: String) {
    self.factory = factory
    self.parts = parts
    let build = [("version", CollectorVersion.text), ("store", kindOfStore)]
    Meter(label: MetricNames.buildInfo, dimensions: build, factory: factory).set(1)
  }

  func sample() async {
    set(MetricNames.waitingRequests, Double(parts.waitingRoom.count))
    set(MetricNames.waitingBytes, Double(parts.budget.bytes))
    set(MetricNames.oldestWaiting, parts.waitingRoom.oldest.map { $0 / .seconds(1) } ?? 0)
    set(MetricNames.connections, Double(parts.connections.count))
    let size = await parts.store.size()
    set(MetricNames.databaseBytes, size.bytes.map(Double.init))
    set(MetricNames.freeBytes, size.freeBytes.map(Double.init))
    let readiness = await parts.store.readiness()
    set(MetricNames.ready, readiness == .ready && !parts.drain.isDraining ? 1 : 0)
    let process = ProcessStatus.now()
    set(MetricNames.openDescriptors, process.openDescriptors.map(Double.init))
    set(MetricNames.maxDescriptors, process.maxDescriptors.map(Double.init))
    set(MetricNames.residentBytes, process.residentBytes.map(Double.init))
    set(MetricNames.processorSeconds, process.processorSeconds)
  }

  // What is not known has no series.
  private func set(_ name: String, _ value: Double?) {
    if let value { Meter(label: name, factory: factory).set(value) }
  }
}
