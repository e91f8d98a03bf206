import Cairn

/// Decodes a response with results for single events: `{"results":{"<id>":{"result":"ok"}}}`, where
/// the result is `ok`, `drop` or `retry`.
enum CloudEventsAnswer {
  /// Returns the outcome; `.accepted` if the body has no results.
  static func outcome(
    _ body: [UInt8], of ids: [String], _ exchange: HTTPExchange
  ) -> Outcome {
    guard let answers = Value(json: body)?["results"] else { return .accepted }
    let results = ids.map { id -> EventResult? in
      switch answers[id]?["result"]?.stringValue {
      case "ok": .accepted
      case "retry": .retry
      case "drop": .refused(rejection(answers[id]?["details"], exchange))
      default: nil
      }
    }
    return .answered(results)
  }

  private static func rejection(_ details: Value?, _ exchange: HTTPExchange) -> DeliveryRejection {
    DeliveryRejection(exchange.hidingSecrets(in: details?.stringValue ?? "refused"))
  }
}
