import Cairn

/// What PostHog says of a request's events, by the numbers of their items.
struct PostHogAnswer {
  let outcome: Outcome

  /// What its statuses mean: in the new interface a 404 is a server that does not have it yet.
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
      outcome = Self.outcome(results, events, hidingSecrets)
    } else if body["quota_limited"]?.arrayValue?.contains("events") == true {
      let rejection = Rejection("the project is over its quota of events", status: 200)
      outcome = .partial(
        refused: Dictionary(uniqueKeysWithValues: (0..<events.count).map { ($0, rejection) }),
        again: [])
    } else {
      outcome = .accepted
    }
  }

  /// An event without a result was taken, with the others.
  private static func outcome(
    _ results: [String: Value], _ events: PostHogEvents, _ hidingSecrets: (String) -> String
  ) -> Outcome {
    var refused: [Int: Rejection] = [:]
    var again: [Int] = []
    for (uuid, result) in results {
      let numbers = events.numbers[uuid.lowercased()] ?? []
      switch result["result"]?.stringValue {
      case "drop":
        let details = result["details"]?.stringValue ?? "dropped"
        for number in numbers { refused[number] = Rejection(hidingSecrets(details), status: 200) }
      case "retry": again += numbers
      default: continue
      }
    }
    // The same batch once more is the same request.
    if again.count == events.count {
      return .later(afterSeconds: nil, reason: "every event is asked for again")
    }
    return refused.isEmpty && again.isEmpty
      ? .accepted : .partial(refused: refused, again: again.sorted())
  }
}
