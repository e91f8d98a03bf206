import Cairn

/// What a receiver may say of each event: `{"results":{"<id>":{"result":"ok"}}}`, with `ok`, `drop` or `retry`.
enum CloudEventsAnswer {
  /// `.accepted` when the body says nothing of events.
  static func outcome(
    _ body: [UInt8], of ids: [String], _ exchange: HTTPExchange
  ) -> Outcome {
    guard let answers = Value(json: body)?["results"] else { return .accepted }
    let results = ids.map { id -> EventResult? in
      switch answers[id]?["result"]?.stringValue {
      case "ok": .taken
      case "retry": .again
      case "drop": .refused(rejection(answers[id]?["details"], exchange))
      default: nil
      }
    }
    return .answered(results)
  }

  private static func rejection(_ details: Value?, _ exchange: HTTPExchange) -> Rejection {
    Rejection(exchange.hidingSecrets(in: details?.stringValue ?? "refused"))
  }
}
