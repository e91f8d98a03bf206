import CoreMetrics

/// Metrics in memory, for Prometheus to read; a back end of swift-metrics.
///
/// Every label value comes from a fixed list, so the number of time series is bounded.
final class PrometheusRegistry: MetricsFactory {
  /// A family: the time series of one name, by their labels.
  struct Family: Sendable {
    var kind: PrometheusKind
    var series: [String: any PrometheusSeries] = [:]

    func text(_ name: String) -> String {
      var lines = ["# TYPE \(name) \(kind.rawValue)"]
      if let help = MetricNames.help[name] { lines.insert("# HELP \(name) \(help)", at: 0) }
      for (labels, series) in series.sorted(by: { $0.key < $1.key }) {
        lines += series.lines(name, labels)
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  private let families = Locked<[String: Family]>([:])

  /// Returns all metrics in the text format, version 0.0.4.
  func text() -> String {
    families.withLock { $0 }.sorted { $0.key < $1.key }
      .map { $0.value.text($0.key) }.joined()
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, .counter, dimensions) { PrometheusCounter() }
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, .gauge, dimensions) { PrometheusGauge() }
  }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    series(label, .histogram, dimensions) { PrometheusHistogram(PrometheusHistogram.counts) }
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, .histogram, dimensions) { PrometheusHistogram(PrometheusHistogram.seconds) }
  }

  // Metrics live as long as the registry.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  /// Returns the series with these labels, a new one for new labels.
  private func series<Series: PrometheusSeries>(
    _ name: String, _ kind: PrometheusKind, _ labels: [(String, String)], _ make: () -> Series
  ) -> Series {
    let text = PrometheusText.labels(labels)
    // A total that the system counts is set, and not incremented here.
    let kind = name.hasSuffix("_total") ? .counter : kind
    return families.withLock { families in
      if let known = families[name]?.series[text] as? Series { return known }
      let series = make()
      families[name, default: Family(kind: kind)].series[text] = series
      return series
    }
  }
}

/// A type of metric in the text format.
enum PrometheusKind: String, Sendable {
  case counter
  case gauge
  case histogram
}

/// One time series.
protocol PrometheusSeries: Sendable {
  /// Returns the lines of the series.
  func lines(_ name: String, _ labels: String) -> [String]
}
