/// How the SDK itself is doing: queue, deliveries, latencies.
///
/// ```swift
/// let now = analytics.diagnostics.snapshot()
/// print(now.queueDepth, now.deliveries.successRate ?? 1, now.trackLatency.p99 ?? .zero)
/// for await snapshot in analytics.diagnostics.updates(every: .seconds(10)) { show(snapshot) }
/// ```
///
/// What is counted here begins with each `Analytics`; `Analytics.ledger()` goes on across launches. The lines of the
/// log are `Configuration.diagnostics`.
public struct AnalyticsDiagnostics: Sendable {
  let engine: Engine?

  /// How it is doing now.
  ///
  /// Never waits, reads no file, and costs some microseconds. May be called from any thread.
  public func snapshot() -> DiagnosticsSnapshot { engine?.snapshot() ?? .empty }

  /// How it is doing: now, and then again and again.
  ///
  /// Nothing is taken before it is asked for: who is slow gets the newest state then, and nothing piles up. When the
  /// `Analytics` is closed or released a last snapshot comes, and the sequence ends; it ends at once when the task is
  /// cancelled.
  ///
  /// - Parameter interval: From one snapshot to the next, at least 1 ms. A second to a minute is usual.
  /// - Returns: A sequence for `for await`.
  public func updates(every interval: Duration) -> DiagnosticsUpdates {
    DiagnosticsUpdates(engine: engine, interval: interval)
  }
}
