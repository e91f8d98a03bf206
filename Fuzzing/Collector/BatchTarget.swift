import Hummingbird

@testable import Cairn
@testable import CairnCollector

/// A batch in the collector: parsed, checked, answered, and read again with its defaults.
enum BatchTarget: TextTarget {
  static let limit = InputLimit(milliseconds: 500)

  static let words = [
    #"{"type":"track","event":"e","userId":"u","messageId":"m"}"#, #","context":{"a":1}"#,
    #""context":{}"#, #""context":null"#, #""integrations":{"All":true}"#,
    #""messageId":"m\u0000""#,
    #""sentAt":"2026-11-21T01:46:02Z""#, #""k":0,"#, #""batch":[]"#, "{},", "é",
  ]

  private static let limits = CollectorConfiguration(databasePath: "")
  /// As in `EventStore`, a page ends after the event that exceeds its size.
  private static let pageBytes = 4_000_000

  static func run(_ input: [UInt8]) {
    do throws(CairnCollector.Refusal) {
      let batch = try BatchBody(input, limits: limits)
      precondition(batch.events.count <= limits.maxBatchEvents, "no more events than there may be")
      let check = EventCheck(batch: batch, received: 1_795_225_600_000_000, limits: limits)
      let verdicts = check.verdicts()
      checkAnswer(verdicts)
      let sound = verdicts.compactMap { if case .sound(let event) = $0 { event } else { nil } }
      for event in sound { checkEvent(event) }
      checkPage(sound, batch.defaults)
    } catch {
      precondition(isJSON(error.response.text), "a refusal is JSON")
    }
  }

  private static func checkAnswer(_ verdicts: [EventVerdict]) {
    let answer = BatchAnswer(verdicts, stored: verdicts.map { _ in .stored }).json
    guard let value = Value(json: Array(answer.utf8)) else { fatalError("an answer is JSON") }
    precondition(value["results"]?.arrayValue?.count == verdicts.count, "a result for each event")
    let counts = ["accepted", "duplicates", "conflicts", "refused"].compactMap {
      value[$0]?.intValue
    }
    precondition(counts.reduce(0, +) == verdicts.count, "each is counted once")
  }

  private static func checkEvent(_ event: CheckedEvent) {
    for text in [event.messageID, event.name, event.userID, event.anonymousID].compactMap(\.self) {
      precondition(!text.utf8.contains(0), "SQLite ends a text at NUL")
    }
    precondition(event.messageID.unicodeScalars.count < 100, "an id of less than 100 characters")
    precondition(event.userID != nil || event.anonymousID != nil, "somebody's")
    precondition(event.body.count <= limits.maxEventBytes, "no longer than an event may be")
  }

  /// Returns the events as a reader gets them.
  private static func checkPage(_ events: [CheckedEvent], _ defaults: BatchDefaults) {
    let objects = BatchDefaults.keys.compactMap { key in
      DefaultObject(key, defaults.objects[key].map { String(decoding: $0, as: UTF8.self) })
    }
    precondition(objects.count == defaults.objects.count, "what is stored can be read")
    var bytes = 0
    for (number, event) in events.enumerated() where bytes <= pageBytes {
      let own = String(decoding: event.body, as: UTF8.self)
      let merged = MergedEvent(own, objects).text
      bytes += merged.utf8.count
      precondition(
        merged.utf8.count <= own.utf8.count + defaults.byteCount + 64, "both together, no more")
      // The naive merge parses all values, so it is used only occasionally.
      if number < 4 { checkMerge(own, merged, defaults) }
    }
  }

  /// The event's own members take precedence, one level deep.
  private static func checkMerge(_ own: String, _ merged: String, _ defaults: BatchDefaults) {
    guard var wanted = Value(json: Array(own.utf8))?.objectValue,
      let found = Value(json: Array(merged.utf8))
    else { return }
    for (key, text) in defaults.objects {
      guard let shared = Value(json: text)?.objectValue else { return }
      switch wanted[key] {
      case nil, .null: wanted[key] = .object(shared)
      case .object(let members): wanted[key] = .object(shared.merging(members) { $1 })
      default: break
      }
    }
    precondition(found == .object(wanted), "the same as members that are merged one by one")
  }

  private static func isJSON(_ text: String) -> Bool { Value(json: Array(text.utf8)) != nil }
}
