extension Configuration {
  /// The same with every value in its range; what was changed is logged.
  package func bounded(_ diagnostics: Diagnostics) -> Configuration {
    var bounded = self
    func clamp<Number: Comparable>(
      _ path: WritableKeyPath<Configuration, Number>, _ name: String, _ range: ClosedRange<Number>
    ) {
      let value = bounded[keyPath: path]
      // NaN compares with nothing.
      let inside =
        value == value ? min(max(value, range.lowerBound), range.upperBound) : range.lowerBound
      guard inside != value else { return }
      bounded[keyPath: path] = inside
      diagnostics.report(
        .warning, "configuration.\(name)", "\(name) \(value) is out of range; \(inside) is used")
    }
    clamp(\.flushAt, "flushAt", 1...100_000)
    clamp(\.flushInterval, "flushInterval", 0.01...86_400)
    clamp(\.maximumEventBytes, "maximumEventBytes", 1_024...1_000_000)
    clamp(\.retry.firstDelay, "retry.firstDelay", 0.001...300)
    clamp(\.retry.longestDelay, "retry.longestDelay", bounded.retry.firstDelay...86_400)
    clamp(\.journal.bytes, "journal.bytes", 65_536...(1 << 40))
    if let events = journal.events { bounded.journal.events = max(16, events) }
    if let age = journal.age { bounded.journal.age = max(60, age) }
    if let lag = journal.lag { bounded.journal.lag = max(1, lag) }
    if case .interval(let seconds) = syncPolicy, !(0.01...3_600).contains(seconds) {
      let inside = seconds > 3_600 ? 3_600 : 0.01
      bounded.syncPolicy = .interval(seconds: inside)
      diagnostics.report(
        .warning, "configuration.syncPolicy",
        "syncPolicy interval \(seconds) is out of range; \(inside) is used")
    }
    return bounded
  }
}
