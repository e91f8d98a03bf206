import Foundation

/// Reads a server's response with a result for each event, as Cairn's collector sends it:
/// `{"results":[{"messageId":"…","result":"ok"}, …]}`, in the order of the batch.
enum EventAnswers {
  private struct Answer: Decodable {
    var results: [Result]
  }

  private struct Result: Decodable {
    var messageId: String?
    var result: String
    var reason: String?
  }

  /// Returns the outcome of a response with a success status.
  ///
  /// The outcome is `.accepted` when the body has another form: a 2xx response without results
  /// accepts all events. A response with results accepts the events for which it says so.
  static func outcome(
    _ response: HTTPResponse, events: [StoredEvent], _ exchange: HTTPExchange
  ) -> Outcome {
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)) else {
      return .accepted
    }
    let places = Dictionary(
      events.enumerated().map { ($1.messageID, $0) },
      uniquingKeysWith: { first, _ in first })
    var results: [EventResult?] = Array(repeating: nil, count: events.count)
    var hasAll = true
    for result in answer.results {
      guard let place = result.messageId.flatMap({ places[$0] }) else {
        hasAll = hasAll && ["ok", "duplicate"].contains(result.result)
        continue
      }
      switch result.result {
      case "ok", "duplicate": results[place] = .taken
      // A conflict: the server has another event under this identifier. It would answer so to every
      // attempt, and it does not have this event, whose bytes are the same at each attempt: nothing
      // may count it as delivered.
      case "refused", "drop", "conflict":
        results[place] = .refused(
          DeliveryRejection(
            exchange.hidingSecrets(in: result.reason ?? result.result), status: response.status))
      case "retry": results[place] = .again
      default: continue
      }
    }
    let outcome = Outcome.answered(results)
    // The server may lack events of the body whose records are gone; they do not count as
    // delivered. A response that names none of the batch's events belongs to another batch.
    let isOfBatch = events.isEmpty || results.contains { $0 != nil }
    let lacksSome = isOfBatch && !hasAll
    return outcome == .accepted && lacksSome ? .partial(refused: [:], again: []) : outcome
  }
}
