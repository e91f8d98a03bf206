extension Outcome {
  /// A few words for the log, however many events it is about.
  package var summary: String {
    switch self {
    case .accepted: "accepted"
    case .partial(let refused, let again):
      "\(refused.count) events refused, \(again.count) asked for again, the others accepted"
    case .later(_, let reason): "not now: \(reason)"
    case .split: "too large"
    case .refused(let reason): "refused: \(reason)"
    case .halted(let reason): "halted: \(reason)"
    }
  }
}
