import Cairn

/// What a receiver may say of each event: `{"results":{"<id>":{"result":"ok"}}}`, with `ok`, `drop` or `retry`.
enum CloudEventsAnswer {
  /// `.accepted` when the body says something else, or nothing.
  static func outcome(_ body: [UInt8], of ids: [String], _ exchange: HTTPExchange) -> Outcome {
    guard let results = Value(json: body)?["results"] else { return .accepted }
    var refused: [Int: Rejection] = [:]
    var again: [Int] = []
    for (place, id) in ids.enumerated() {
      switch results[id]?["result"] {
      case "retry": again.append(place)
      case "drop": refused[place] = rejection(results[id]?["details"], exchange)
      default: continue
      }
    }
    return refused.isEmpty && again.isEmpty ? .accepted : .partial(refused: refused, again: again)
  }

  private static func rejection(_ details: Value?, _ exchange: HTTPExchange) -> Rejection {
    Rejection(exchange.hidingSecrets(in: details?.stringValue ?? "refused"))
  }
}
