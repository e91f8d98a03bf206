/// The result of an attempt to deliver a batch.
///
/// The set of cases is closed, so that a `switch` can be exhaustive.
///
/// No outcome deletes an event that could still be delivered.
public enum Outcome: Hashable, Sendable {
  /// The destination has accepted the whole batch.
  case accepted
  /// Each event has its own result. The numbers are indices in `Batch.events`; all other events are
  /// settled. Events in `refused` are permanently refused and become dead letters, each with its
  /// rejection. Events in `again` are sent in a new batch.
  case partial(refused: [Int: DeliveryRejection], again: [Int])
  /// The destination cannot accept the batch now, or did not respond. The same batch is sent again,
  /// after the given number of seconds at the earliest, or after the back-off if the number is nil.
  case later(afterSeconds: Int?, reason: String)
  /// The batch is too large. The events are sent again in smaller batches.
  case split
  /// The destination permanently refuses the batch. The batch is halved until the offending event
  /// is alone; that event becomes a dead letter, and the others are delivered.
  case refused(DeliveryRejection)
  /// The destination accepts nothing until its set-up is fixed, for example a wrong key or address.
  /// All events are kept, and attempts are made at long intervals.
  case halted(reason: String)
}

extension Outcome {
  /// A few words for the log, however many events it is about.
  package var summary: String {
    switch self {
    case .accepted: "accepted"
    case .partial(let refused, let again):
      "\(refused.count) events refused, \(again.count) to be retried, the others accepted"
    case .later(_, let reason): "retry later: \(reason)"
    case .split: "too large"
    // A server's text about events may quote them: it is kept in dead letters, and never logged.
    case .refused(let rejection):
      "refused" + (rejection.status.map { " with status \($0)" } ?? "")
    case .halted(let reason): "halted: \(reason)"
    }
  }
}
