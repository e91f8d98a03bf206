/// How one destination is doing.
public struct DestinationDiagnostics: Hashable, Sendable {
  /// The destination's name.
  public let name: String
  /// Events in the journal that wait for it, those under way included.
  public let queueDepth: Int
  /// For how long the oldest of them has waited, by the calendar; nil when none waits.
  ///
  /// Exact while a batch is under way or is tried again. Between batches it may be up to `Configuration.flushInterval`
  /// too long, and for what an earlier run left as much as its segment of the journal is long.
  public let oldestPendingAge: Duration?
  /// What the last attempt to deliver met with; nil when it went well.
  public let problem: String?
  /// What was tried and achieved in this run.
  public let deliveries: DeliveryDiagnostics
  /// What was changed of events to fit the back end in this run, such as a name cut to its limit, and how often.
  public let adjusted: [String: Int]
}

extension DestinationDiagnostics {
  init(
    _ report: CourierReport, in segments: [SegmentSummary], _ interactions: MarkedPlaces, now: Int64
  ) {
    name = report.name
    queueDepth = report.pending(in: segments, interactions).wanted
    problem = report.problem
    deliveries = DeliveryDiagnostics(report.tally)
    adjusted = report.adjusted
    let since = queueDepth > 0 ? report.oldestPending : nil
    oldestPendingAge = since.map { .milliseconds(max(0, now - $0)) }
  }
}
