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
