import Cairn

/// Responses whose meaning depends only on the status.
extension [Answer] {
  static func accepted(_ statuses: Int...) -> [Answer] {
    statuses.map { Answer($0, means: .accepted) }
  }

  static func later(_ statuses: Int...) -> [Answer] {
    statuses.map { Answer($0, means: .later(afterSeconds: nil, reason: "status \($0)")) }
  }

  static func halted(_ statuses: Int...) -> [Answer] {
    statuses.map { Answer($0, means: .halted(reason: "status \($0)")) }
  }

  /// The batch is refused, and divided to find the refused event.
  static func refused(_ statuses: Int...) -> [Answer] {
    statuses.map {
      Answer($0, "no", means: .refused(DeliveryRejection("status \($0)", status: $0, answer: "no")))
    }
  }

  /// No event of the batch is sent again.
  static func setAside(_ statuses: Int..., events: Int = 4) -> [Answer] {
    statuses.map {
      let rejection = DeliveryRejection("status \($0)", status: $0, answer: "no")
      return Answer($0, "no", events: events, means: .all(events, rejection))
    }
  }

  /// A batch that is too large, and a single event that is too large.
  static func tooLarge(_ reason: DeliveryRejection = "too large for the destination") -> [Answer] {
    [Answer(413, means: .split), Answer(413, events: 1, means: .all(1, reason))]
  }

  /// The server requests a pause; `longest` is the pause after a request for an hour.
  static func pauses(_ status: Int, longest: Int = 300) -> [Answer] {
    [("7", 7), ("3600", longest), ("Thu, 01 Jan 2026 00:02:00 GMT", 120)].map { text, seconds in
      Answer(
        status, headers: ["Retry-After": text],
        means: .later(afterSeconds: seconds, reason: "status \(status)"))
    }
  }

  /// The rows of `StatusTable.standard`, except 2xx and 413.
  static let standard =
    later(301, 302, 307, 308, 408, 410, 425, 429, 460, 500, 502, 503, 504, 507) + pauses(429)
    + pauses(503) + halted(401, 402, 403, 404) + refused(400, 405, 409, 415, 422, 501, 505)

  /// Returns the same responses for this number of events.
  func to(_ events: Int) -> [Answer] {
    map { answer in
      var answer = answer
      answer.events = events
      return answer
    }
  }
}

extension Outcome {
  /// All events are refused, without a search for a single one.
  static func all(_ events: Int, _ rejection: DeliveryRejection) -> Outcome {
    .partial(
      refused: Dictionary(uniqueKeysWithValues: (0..<events).map { ($0, rejection) }), again: [])
  }
}
