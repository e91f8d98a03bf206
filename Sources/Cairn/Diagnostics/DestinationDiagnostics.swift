/// The metrics of one destination.
public struct DestinationDiagnostics: Hashable, Sendable {
  /// The destination's name.
  public let name: String
  /// The number of pending events in the journal, including those of the batch in progress.
  public let queueDepth: Int
  /// The age of the oldest pending event by the wall clock; nil when none is pending.
  ///
  /// Exact while a batch is in progress or is retried. Between batches it may be up to
  /// `Configuration.flushInterval` too long. For events of an earlier launch it may be too long by
  /// the time that their segment of the journal covers.
  public let oldestPendingAge: Duration?
  /// The problem of the last attempt to deliver; nil when it succeeded.
  public let problem: String?
  /// The delivery metrics of this launch.
  public let deliveries: DeliveryDiagnostics
  /// The number of changes that were made to events in this launch to fit the back end, such as a
  /// name cut to its limit, by the kind of change.
  public let adjusted: [String: Int]
}

extension DestinationDiagnostics {
  init(
    _ report: DeliveryReport, in segments: [SegmentSummary], _ marked: MarkedPositions,
    now: WallTime
  ) {
    name = report.name
    queueDepth = report.pending(in: segments, marked).wanted
    problem = report.problem
    deliveries = DeliveryDiagnostics(report.tally)
    adjusted = report.adjusted
    let since = queueDepth > 0 ? report.oldestPending : nil
    oldestPendingAge = since.map { .milliseconds(max(0, now - $0).count) }
  }
}
