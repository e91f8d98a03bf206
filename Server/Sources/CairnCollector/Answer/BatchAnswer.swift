/// The answer to a batch: what became of each event, in the order of the batch.
struct BatchAnswer {
  private var results: [String] = []
  private var accepted = 0
  private var duplicates = 0
  private var refused = 0

  /// `isNew` says, for each sound event in order, whether the store had not had it.
  init(_ verdicts: [EventVerdict], isNew: [Bool]) {
    var isNew = isNew[...]
    for verdict in verdicts {
      switch verdict {
      case .sound(let event): addSound(event.messageID, isNew: isNew.popFirst() ?? false)
      case .refused(let messageID, let reason): addRefused(messageID, reason)
      }
    }
  }

  var json: String {
    "{\"results\":[\(results.joined(separator: ","))],"
      + "\"accepted\":\(accepted),\"duplicates\":\(duplicates),\"refused\":\(refused)}"
  }

  private mutating func addSound(_ messageID: String, isNew: Bool) {
    if isNew { accepted += 1 } else { duplicates += 1 }
    var result = JSONObject()
    result.add("messageId", messageID)
    result.add("result", isNew ? "ok" : "duplicate")
    results.append(result.text)
  }

  private mutating func addRefused(_ messageID: String?, _ reason: String) {
    refused += 1
    var result = JSONObject()
    result.add("messageId", messageID)
    result.add("result", "refused")
    result.add("reason", reason)
    results.append(result.text)
  }
}
