public import Cairn

/// What a `RecordingDestination` says of one event.
public enum EventAnswer: Hashable, Sendable {
  /// It has the event.
  case accepted
  /// It will never take the event, which goes to the dead letters with this rejection.
  case refused(Rejection)
  /// It wants the event again, in a new batch.
  case again
}

extension Outcome {
  /// The outcome of a batch whose events got these answers, in order.
  static func each(_ answers: [EventAnswer]) -> Outcome {
    var refused: [Int: Rejection] = [:]
    var again: [Int] = []
    for (place, answer) in answers.enumerated() {
      switch answer {
      case .accepted: break
      case .refused(let rejection): refused[place] = rejection
      case .again: again.append(place)
      }
    }
    return refused.isEmpty && again.isEmpty ? .accepted : .partial(refused: refused, again: again)
  }
}
