import Foundation

extension Configuration {
  /// Returns the configuration with every value clamped to its range; changes are logged.
  package func bounded(_ diagnostics: Diagnostics) -> Configuration {
    var bounded = self
    func clamped<Number: Comparable>(
      _ value: Number, _ name: String, _ range: ClosedRange<Number>
    ) -> Number {
      // Every comparison with NaN is false.
      let inside =
        value == value ? min(max(value, range.lowerBound), range.upperBound) : range.lowerBound
      if inside != value {
        diagnostics.report(
          .warning, "configuration.\(name)", "\(name) \(value) is out of range; \(inside) is used"
        )
      }
      return inside
    }
    func clamp<Number: Comparable>(
      _ path: WritableKeyPath<Configuration, Number>, _ name: String, _ range: ClosedRange<Number>
    ) {
      bounded[keyPath: path] = clamped(bounded[keyPath: path], name, range)
    }
    func clamp<Number: Comparable>(
      _ path: WritableKeyPath<Configuration, Number?>, _ name: String, _ range: ClosedRange<Number>
    ) {
      guard let value = bounded[keyPath: path] else { return }
      bounded[keyPath: path] = clamped(value, name, range)
    }
    clamp(\.flushAt, "flushAt", 1...100_000)
    clamp(\.flushInterval, "flushInterval", 0.01...86_400)
    clamp(\.maximumEventBytes, "maximumEventBytes", 1_024...1_000_000)
    clamp(\.retry.firstDelay, "retry.firstDelay", 0.001...300)
    clamp(\.retry.maximumDelay, "retry.maximumDelay", bounded.retry.firstDelay...86_400)
    clamp(\.retry.maximumAttempts, "retry.maximumAttempts", 1...(.max))
    clamp(\.lossReportInterval, "lossReportInterval", 60...1e10)
    clamp(\.sessionTimeout, "sessionTimeout", 1...86_400)
    clamp(\.journal.bytes, "journal.bytes", 65_536...Int(clamping: Int64(1) << 40))
    clamp(
      \.journal.deadLetterBytes, "journal.deadLetterBytes", 65_536...Int(clamping: Int64(1) << 40))
    clamp(\.journal.events, "journal.events", 16...(.max))
    clamp(\.journal.age, "journal.age", 60...1e10)
    clamp(\.journal.lag, "journal.lag", 1...(.max))
    if let settings = remoteSettings {
      bounded.remoteSettings?.refreshInterval = clamped(
        settings.refreshInterval, "remoteSettings.refreshInterval", 60...86_400)
    }
    if case .interval(let seconds) = syncPolicy, !(0.01...3_600).contains(seconds) {
      let inside = seconds > 3_600 ? 3_600 : 0.01
      bounded.syncPolicy = .interval(seconds: inside)
      diagnostics.report(
        .warning, "configuration.syncPolicy",
        "syncPolicy interval \(seconds) is out of range; \(inside) is used")
    }
    reportEndpoint(diagnostics)
    return bounded
  }

  /// Logs an endpoint or a write key with which nothing can be delivered.
  private func reportEndpoint(_ diagnostics: Diagnostics) {
    guard let endpoint else { return }
    let isAddress = ["http", "https"].contains(endpoint.scheme?.lowercased())
    if !isAddress || endpoint.host?.isEmpty ?? true {
      diagnostics.report(
        .warning, "configuration.endpoint",
        "the endpoint does not begin with https:// or http:// and a host: "
          + "no event can be delivered to it")
    }
    if writeKey.isEmpty {
      diagnostics.report(
        .warning, "configuration.writeKey",
        "the write key is empty: most servers refuse events without one")
    }
  }
}
