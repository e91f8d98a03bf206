/// A server's result for one event of a request.
public enum EventResult: Hashable, Sendable {
  /// The server has accepted the event.
  case taken
  /// The server permanently refuses the event, for this reason.
  case refused(DeliveryRejection)
  /// The server requests the event again.
  case again
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
      case .taken: continue
      case .refused(let rejection): refused[place] = rejection
      case .again, nil: again.append(place)
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
