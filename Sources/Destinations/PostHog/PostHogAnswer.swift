import Cairn

/// The decoded response to a request, with the outcome for its events, by the indices of their
/// items.
struct PostHogAnswer {
  let outcome: Outcome

  /// Returns the meaning of HTTP statuses.
  ///
  /// In the new API, a 404 means that the server does not support it yet.
  static func statuses(_ version: PostHogDestination.Version) -> StatusTable {
    var statuses = StatusTable.standard
    if version == .v1 { statuses[404] = .later }
    return statuses
  }

  init(
    _ answer: HTTPExchange.Answer, to events: PostHogEvents, hidingSecrets: (String) -> String
  ) {
    guard answer.outcome == .accepted, let body = answer.response.flatMap({ Value(json: $0.body) })
    else {
      outcome = answer.outcome
      return
    }
    if let results = body["results"]?.objectValue {
      outcome = .answered(Self.results(results, events, hidingSecrets))
    } else if body["quota_limited"]?.arrayValue?.contains("events") == true {
      let rejection = DeliveryRejection("the project is over its quota of events", status: 200)
      outcome = .partial(
        refused: Dictionary(uniqueKeysWithValues: (0..<events.count).map { ($0, rejection) }),
        again: [])
    } else {
      outcome = .accepted
    }
  }

  /// Returns the result of each item; nil for an event without a known result.
  private static func results(
    _ answers: [String: Value], _ events: PostHogEvents, _ hidingSecrets: (String) -> String
  ) -> [EventResult?] {
    var results: [EventResult?] = Array(repeating: nil, count: events.count)
    for (uuid, answer) in answers {
      let result: EventResult
      switch answer["result"]?.stringValue {
      case "ok", "warning": result = .accepted
      case "drop":
        let details = answer["details"]?.stringValue ?? "dropped"
        result = .refused(DeliveryRejection(hidingSecrets(details), status: 200))
      case "retry": result = .retry
      default: continue
      }
      for number in events.numbers[uuid.lowercased()] ?? [] { results[number] = result }
    }
    return results
  }
}
