/// What a server says of one event of a request.
public enum EventResult: Hashable, Sendable {
  /// It has the event.
  case taken
  /// It will never take the event, for this reason.
  case refused(Rejection)
  /// It asks for the event once more.
  case again
}

extension Outcome {
  /// How often a batch is sent before events are refused of which the server never says what became of them.
  ///
  /// Such a server may have them or not. So they are not counted as delivered; they go to the dead letters, and can be
  /// put back from there.
  public static let mostAttemptsUnnamed = 5

  /// What the answers to single events come to.
  ///
  /// An event that the server says nothing of is asked for again: nobody knows that the server has it. Where not one
  /// event is settled the same request is made once more, and when that was done `mostAttemptsUnnamed` times, events of
  /// which nothing is said are refused.
  ///
  /// - Parameters:
  ///   - results: What was said of each event, in the order of the request; nil where it was nothing.
  ///   - attempt: How often the batch was tried before: `Batch.attempt`.
  /// - Returns: What became of the batch.
  public static func answered(_ results: [EventResult?], attempt: Int) -> Outcome {
    var refused: [Int: Rejection] = [:]
    var again: [Int] = []
    var unnamed: [Int] = []
    for (place, result) in results.enumerated() {
      switch result {
      case .taken: continue
      case .refused(let rejection): refused[place] = rejection
      case .again: again.append(place)
      case nil: unnamed.append(place)
      }
    }
    if refused.isEmpty, again.isEmpty, unnamed.isEmpty { return .accepted }
    let isAnySettled = again.count + unnamed.count < results.count
    if !isAnySettled, attempt + 1 >= mostAttemptsUnnamed {
      for place in unnamed { refused[place] = "the server does not say what became of it" }
      unnamed = []
    }
    if again.count + unnamed.count == results.count {
      let reason = unnamed.isEmpty ? "every event is asked for again" : "no event is answered"
      return .later(afterSeconds: nil, reason: reason)
    }
    return .partial(refused: refused, again: (again + unnamed).sorted())
  }
}
