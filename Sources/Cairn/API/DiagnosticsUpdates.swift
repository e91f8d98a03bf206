/// An asynchronous sequence of snapshots, created by `AnalyticsDiagnostics.updates(every:)`.
///
/// It ends when the `Analytics` is closed. Each loop over it has its own interval.
public struct DiagnosticsUpdates: AsyncSequence, Sendable {
  let engine: Engine?
  let interval: Duration

  /// Returns an iterator whose interval starts with the first call of `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(engine: engine, interval: interval) }

  /// An iterator that takes a snapshot when one is requested and the interval has passed.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    private let engine: Engine?
    private let interval: Milliseconds
    private var due: MonotonicTime?
    private var isAtEnd = false

    init(engine: Engine?, interval: Duration) {
      self.engine = engine
      let (seconds, attoseconds) = interval.components
      let whole = Swift.min(Swift.max(seconds, 0), 1 << 40) * 1_000
      let milliseconds = whole + attoseconds / 1_000_000_000_000_000
      self.interval = Swift.max(1, Milliseconds(milliseconds))
    }

    /// Waits for the interval, and returns a snapshot; nil when the `Analytics` is closed or the
    /// task is cancelled.
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
      // Missed snapshots are skipped.
      due = next > now ? next : now + interval
      return engine.snapshot()
    }
  }
}
