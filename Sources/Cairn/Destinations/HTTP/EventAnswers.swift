import Foundation

/// Reads a server's response with a result for each event, as Cairn's collector sends it:
/// `{"results":[{"messageId":"…","result":"ok"}, …]}`, in the order of the batch.
enum EventAnswers {
  private struct Answer: Decodable {
    var results: [Result]
  }

  fileprivate struct Result: Decodable {
    var messageId: String?
    var result: String
    var reason: String?
  }

  /// Returns the results in a response; nil when it has another form.
  private static func results(_ body: [UInt8]) -> [Result]? {
    guard let answer = Value(json: body) else {
      // Not in UTF-8, or nested more deeply than `Value` reads.
      return try? JSONDecoder().decode(Answer.self, from: Data(body)).results
    }
    guard let elements = answer.objectValue?["results"]?.arrayValue else { return nil }
    let results = elements.compactMap(Result.init)
    return results.count == elements.count ? results : nil
  }

  /// Returns the outcome of a response with a success status.
  ///
  /// The outcome is `.accepted` when the body has another form: a 2xx response without results
  /// accepts all events. A response with results accepts the events for which it says so.
  static func outcome(
    _ response: HTTPResponse, events: [StoredEvent], _ exchange: HTTPExchange
  ) -> Outcome {
    guard let answers = self.results(response.body) else { return .accepted }
    let places = Dictionary(
      events.enumerated().map { ($1.messageID, $0) },
      uniquingKeysWith: { first, _ in first })
    var results: [EventResult?] = Array(repeating: nil, count: events.count)
    var hasAll = true
    for result in answers {
      guard let place = result.messageId.flatMap({ places[$0] }) else {
        hasAll = hasAll && ["ok", "duplicate"].contains(result.result)
        continue
      }
      switch result.result {
      case "ok", "duplicate": results[place] = .accepted
      // A conflict: the server has another event under this identifier. It would answer so to every
      // attempt, and it does not have this event, whose bytes are the same at each attempt: nothing
      // may count it as delivered.
      case "refused", "drop", "conflict":
        results[place] = .refused(
          DeliveryRejection(
            exchange.hidingSecrets(in: result.reason ?? result.result), status: response.status))
      case "retry": results[place] = .retry
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

extension EventAnswers.Result {
  /// Reads a result; nil when a member has another type.
  fileprivate init?(_ value: Value) {
    guard let members = value.objectValue, let result = members["result"]?.stringValue else {
      return nil
    }
    for case let member? in [members["messageId"], members["reason"]] {
      guard member == .null || member.stringValue != nil else { return nil }
    }
    self.result = result
    messageId = members["messageId"]?.stringValue
    reason = members["reason"]?.stringValue
  }
}
