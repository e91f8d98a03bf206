/// The response to a batch: the result of each event, in the order of the batch.
struct BatchAnswer {
  private var results: [String] = []
  private var accepted = 0
  private var duplicates = 0
  private var conflicts = 0
  private var refused = 0

  /// Combines the verdicts with `stored`, the results of the valid events in order.
  init(_ verdicts: [EventVerdict], stored: [StoreResult]) {
    var stored = stored[...]
    for verdict in verdicts {
      switch verdict {
      case .sound(let event): addSound(event.messageID, stored.popFirst() ?? .duplicate)
      case .refused(let messageID, let refusal): addRefused(messageID, refusal.reason)
      }
    }
  }

  var json: String {
    "{\"results\":[\(results.joined(separator: ","))],"
      + "\"accepted\":\(accepted),\"duplicates\":\(duplicates),\"conflicts\":\(conflicts),"
      + "\"refused\":\(refused)}"
  }

  private mutating func addSound(_ messageID: String, _ result: StoreResult) {
    switch result {
    case .stored:
      accepted += 1
      add(messageID, "ok")
    case .duplicate:
      duplicates += 1
      add(messageID, "duplicate")
    case .conflict:
      conflicts += 1
      add(messageID, "conflict", result.reason)
    case .expired, .erased: addRefused(messageID, result.reason)
    }
  }

  private mutating func addRefused(_ messageID: String?, _ reason: String?) {
    refused += 1
    add(messageID, "refused", reason)
  }

  private mutating func add(_ messageID: String?, _ word: String, _ reason: String? = nil) {
    var result = JSONObject()
    result.add("messageId", messageID)
    result.add("result", word)
    if let reason { result.add("reason", reason) }
    results.append(result.text)
  }
}

extension StoreResult {
  /// The reason why the event was not stored; nil for an event that is stored.
  var reason: String? {
    switch self {
    case .stored, .duplicate: nil
    case .conflict: "another event is stored with this messageId"
    case .expired(let keptFrom): "expired: events are kept from \(keptFrom) on"
    case .erased: "erased: it happened before its user was erased"
    }
  }
}
