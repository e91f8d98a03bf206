/// What became of a delivery.
///
/// Closed, so that whoever handles one handles all.
///
/// No outcome deletes an event that could still be delivered.
public enum Outcome: Hashable, Sendable {
  /// The destination has all of the batch.
  case accepted
  /// Each event has an answer of its own. The numbers are places in `Batch.events`; those not named are settled.
  /// `refused` will never be taken and go to the dead letters, each with what was said of it; `again` are sent in a new
  /// batch.
  case partial(refused: [Int: DeliveryRejection], again: [Int])
  /// Not now, or no answer came. The same batch is sent again, after the given number of seconds at the earliest, or
  /// when the back-off says if it is nil.
  case later(afterSeconds: Int?, reason: String)
  /// Too much at once. The events are sent again in smaller batches.
  case split
  /// The destination will never take this batch as it is. It is cut in halves until the offending event is alone;
  /// that one goes to the dead letters, the others are delivered.
  case refused(DeliveryRejection)
  /// Nothing can be delivered until somebody mends something: a wrong key, a wrong address. The queue is kept, and
  /// asked for again slowly.
  case halted(reason: String)
}

extension Outcome {
  /// A few words for the log, however many events it is about.
  package var summary: String {
    switch self {
    case .accepted: "accepted"
    case .partial(let refused, let again):
      "\(refused.count) events refused, \(again.count) asked for again, the others accepted"
    case .later(_, let reason): "not now: \(reason)"
    case .split: "too large"
    // What a server says of events may quote them: that is for the dead letters, and for no log.
    case .refused(let rejection):
      "refused" + (rejection.status.map { " with status \($0)" } ?? "")
    case .halted(let reason): "halted: \(reason)"
    }
  }
}
