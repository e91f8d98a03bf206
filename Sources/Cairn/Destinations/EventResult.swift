/// What a server says of one event of a request.
public enum EventResult: Hashable, Sendable {
  /// It has the event.
  case taken
  /// It will never take the event, for this reason.
  case refused(DeliveryRejection)
  /// It asks for the event once more.
  case again
}

extension Outcome {
  /// What the answers to single events come to.
  ///
  /// An answer that names none of the events has taken all of them, as a success without a body has. One that names some
  /// speaks of those alone: the others are asked for again, since nobody knows that the server has them. Each round
  /// settles at least one event, so there is an end to it.
  ///
  /// - Parameter results: What was said of each event, in the order of the request; nil where it was nothing.
  /// - Returns: What became of the batch.
  public static func answered(_ results: [EventResult?]) -> Outcome {
    var refused: [Int: DeliveryRejection] = [:]
    var again: [Int] = []
    for (place, result) in results.enumerated() {
      switch result {
      case .taken: continue
      case .refused(let rejection): refused[place] = rejection
      case .again, nil: again.append(place)
      }
    }
    if refused.isEmpty, again.isEmpty || results.allSatisfy({ $0 == nil }) { return .accepted }
    // The same request, as it was sealed.
    if again.count == results.count {
      return .later(afterSeconds: nil, reason: "every event is asked for again")
    }
    return .partial(refused: refused, again: again)
  }
}
