/// A destination's result for one event of a request.
public enum EventResult: Hashable, Sendable {
  /// The destination has accepted the event.
  case accepted
  /// The destination permanently refuses the event, for this reason; it becomes a dead letter.
  case refused(DeliveryRejection)
  /// The destination requests the event again, in a new batch.
  case retry
}

extension Outcome {
  /// Combines the results of single events into an outcome.
  ///
  /// If the response has no result for any event, all events count as accepted, as after a success
  /// without a body. If it has results for some events, the other events are sent again, because it
  /// is unknown whether the server has them. Each request settles at least one event, so the number
  /// of requests is bounded.
  ///
  /// - Parameter results: The result of each event, in the order of the request; nil for an event
  ///   without a result.
  /// - Returns: The outcome of the batch.
  public static func answered(_ results: [EventResult?]) -> Outcome {
    var refused: [Int: DeliveryRejection] = [:]
    var again: [Int] = []
    for (place, result) in results.enumerated() {
      switch result {
      case .accepted: continue
      case .refused(let rejection): refused[place] = rejection
      case .retry, nil: again.append(place)
      }
    }
    if refused.isEmpty, again.isEmpty || results.allSatisfy({ $0 == nil }) { return .accepted }
    // The same request, as it was sealed.
    if again.count == results.count {
      return .later(afterSeconds: nil, reason: "every event is to be retried")
    }
    return .partial(refused: refused, again: again)
  }
}
