/// The SDK's own metrics: queue, deliveries, latencies.
///
/// ```swift
/// let now = analytics.diagnostics.snapshot()
/// print(now.queueDepth, now.deliveries.successRate ?? 1, now.trackLatency.p99 ?? .zero)
/// for await snapshot in analytics.diagnostics.updates(every: .seconds(10)) { show(snapshot) }
/// ```
///
/// These counts start at 0 with each `Analytics`; those of `Analytics.ledger()` persist across
/// launches. `Configuration.diagnostics` receives the lines of the log.
public struct AnalyticsDiagnostics: Sendable {
  let engine: Engine?

  /// Returns the current metrics.
  ///
  /// Never waits, reads no file, and takes some microseconds. Can be called from any thread.
  public func snapshot() -> DiagnosticsSnapshot { engine?.snapshot() ?? .empty }

  /// Returns a sequence of snapshots: the current one first, then one for each interval.
  ///
  /// A snapshot is taken only when the next element is requested, so a slow consumer gets the
  /// latest state and no snapshots are queued. When the `Analytics` is closed or released, a last
  /// snapshot is delivered and the sequence ends. It ends immediately when the task is cancelled.
  ///
  /// - Parameter interval: The time between two snapshots, at least 1 ms. A second to a minute is
  ///   usual.
  /// - Returns: A sequence for `for await`.
  public func updates(every interval: Duration) -> DiagnosticsUpdates {
    DiagnosticsUpdates(engine: engine, interval: interval)
  }
}

extension Analytics {
  /// The lowest level that is written to the log, from now on.
  ///
  /// The first value is `Configuration.logLevel`. It can be changed from any thread, such as by a
  /// switch in a debug menu, and lasts until the end of the instance. It has no effect on a closure
  /// in `Configuration.diagnostics`, which gets the lines of all levels.
  public var logLevel: Diagnostic.Level {
    get { logThreshold.level }
    set {
      logThreshold.level = newValue
      whenOpen { $0.followLogLevel() }
    }
  }
}
