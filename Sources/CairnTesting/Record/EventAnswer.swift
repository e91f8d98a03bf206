public import Cairn

/// The response of a `RecordingDestination` to one event.
public enum EventAnswer: Hashable, Sendable {
  /// The destination accepts the event.
  case accepted
  /// The destination refuses the event permanently; it becomes a dead letter with this rejection.
  case refused(DeliveryRejection)
  /// The destination requests the event again, in a new batch.
  case again
}

extension Outcome {
  /// Returns the outcome of a batch whose events have these responses, in order.
  static func each(_ answers: [EventAnswer]) -> Outcome {
    var refused: [Int: DeliveryRejection] = [:]
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
