import CoreMetrics

/// A number that only increases.
final class PrometheusCounter: PrometheusSeries, CounterHandler {
  private let value = Locked<Int64>(0)

  func increment(by amount: Int64) { value.withLock { $0 &+= amount } }

  func reset() { value.withLock { $0 = 0 } }

  func lines(_ name: String, _ labels: String) -> [String] {
    [PrometheusText.line(name, labels, "\(value.withLock { $0 })")]
  }
}

/// A number that increases and decreases.
final class PrometheusGauge: PrometheusSeries, MeterHandler {
  private let value = Locked<Double>(0)

  func set(_ value: Int64) { set(Double(value)) }

  func set(_ value: Double) { self.value.withLock { $0 = value } }

  func increment(by amount: Double) { value.withLock { $0 += amount } }

  func decrement(by amount: Double) { value.withLock { $0 -= amount } }

  func lines(_ name: String, _ labels: String) -> [String] {
    [PrometheusText.line(name, labels, PrometheusText.number(value.withLock { $0 }))]
  }
}

/// The distribution of values over buckets.
final class PrometheusHistogram: PrometheusSeries, RecorderHandler, TimerHandler {
  static let seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  static let counts = [1.0, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_500, 10_000]

  private struct State {
    var buckets: [Int]
    var sum = 0.0
    var count = 0
  }

  private let bounds: [Double]
  private let state: Locked<State>

  init(_ bounds: [Double]) {
    self.bounds = bounds
    state = Locked(State(buckets: bounds.map { _ in 0 }))
  }

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    let bucket = bounds.firstIndex { value <= $0 }
    state.withLock { state in
      if let bucket { state.buckets[bucket] += 1 }
      state.sum += value
      state.count += 1
    }
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

  func lines(_ name: String, _ labels: String) -> [String] {
    let state = state.withLock { $0 }
    var total = 0
    var lines = zip(bounds, state.buckets).map { bound, count in
      total += count
      return bucket(name, labels, PrometheusText.number(bound), total)
    }
    lines.append(bucket(name, labels, "+Inf", state.count))
    lines.append(PrometheusText.line(name + "_sum", labels, PrometheusText.number(state.sum)))
    lines.append(PrometheusText.line(name + "_count", labels, "\(state.count)"))
    return lines
  }

  private func bucket(_ name: String, _ labels: String, _ bound: String, _ count: Int) -> String {
    let bound = "le=\"\(bound)\""
    let all = labels.isEmpty ? bound : labels + "," + bound
    return PrometheusText.line(name + "_bucket", all, "\(count)")
  }
}
