/// Snapshots at intervals, as long as the `Analytics` is open: `AnalyticsDiagnostics.updates(every:)`.
///
/// Each loop over it has an interval of its own.
public struct DiagnosticsUpdates: AsyncSequence, Sendable {
  let engine: Engine?
  let interval: Duration

  /// Begins to count the interval when it is first asked.
  public func makeAsyncIterator() -> Iterator { Iterator(engine: engine, interval: interval) }

  /// Takes a snapshot when it is asked for one and it is time.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    private let engine: Engine?
    /// Milliseconds.
    private let interval: Int64
    private var due: Int64?
    private var isAtEnd = false

    init(engine: Engine?, interval: Duration) {
      self.engine = engine
      let (seconds, attoseconds) = interval.components
      let whole = Swift.min(Swift.max(seconds, 0), 1 << 40) * 1_000
      let milliseconds = whole + attoseconds / 1_000_000_000_000_000
      self.interval = Swift.max(1, milliseconds)
    }

    /// The next snapshot, when it is time; nil when the `Analytics` is closed or the task is cancelled.
    public mutating func next() async -> DiagnosticsSnapshot? {
      guard let engine, !isAtEnd, !Task.isCancelled else { return nil }
      if let due {
        await engine.closing.sleep { [clock = engine.clock] in
          try await clock.sleep(untilContinuous: due)
        }
      }
      if Task.isCancelled { return nil }
      isAtEnd = engine.closing.isClosed
      let now = engine.clock.now().continuous
      let next = (due ?? now) + interval
      // What was missed is left out.
      due = next > now ? next : now + interval
      return engine.snapshot()
    }
  }
}
