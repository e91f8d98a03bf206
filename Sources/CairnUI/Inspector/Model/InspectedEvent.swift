import Cairn
import Foundation

/// An event of the journal in the form in which the inspector shows it.
struct InspectedEvent: Identifiable, Hashable, Sendable {
  let position: Position
  /// The event's identifier; nil when the header cannot be read.
  let eventID: EventID?
  /// The event's name; the kind for events without one.
  let title: String
  let kind: String
  let time: Date?
  /// The event as it was recorded; nil when it cannot be shown, for which `problem` has the reason.
  let json: String?
  /// The context that the event shares with others, a JSON object; empty when there is none.
  let context: String
  /// Whether the event is a replayed dead letter, for one destination alone.
  let isReplayed: Bool

  // A replayed event has the identifier of the first one, and a position of its own.
  var id: Position { position }

  /// Reads an event's payload, which is decrypted unless its key is not available.
  init(_ payload: UnsafeRawBufferPointer, context: String, at position: Position) {
    let record = EventRecord(payload)
    let stored = StoredEvent(payload, at: position)
    self.position = position
    eventID = record?.id
    kind = record?.kind.name ?? "unknown"
    time = record.map { Date(timeIntervalSince1970: Double($0.time.milliseconds) / 1_000) }
    let name = stored.flatMap { DecodedEvent($0) }?.name ?? ""
    title = name.isEmpty ? kind : name
    json = stored?.text
    self.context = stored == nil ? "" : context
    isReplayed = record?.audience != nil
  }

  /// The reason why the event's JSON is not shown; nil when it is.
  var problem: String? {
    guard json == nil else { return nil }
    return eventID == nil
      ? "The event was written by a later version of the SDK."
      : "The event is encrypted, and its key is not available."
  }

  /// Returns whether the kind, the identifier or the JSON contains each of the words, regardless of
  /// case.
  func contains(_ words: [Substring]) -> Bool {
    let texts = [title, kind, eventID?.description ?? "", json ?? ""]
    return words.allSatisfy { word in
      texts.contains { $0.range(of: word, options: .caseInsensitive) != nil }
    }
  }
}
