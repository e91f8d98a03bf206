import Foundation

/// An event as it is stored in the journal, in the form that destinations receive.
public struct StoredEvent: Sendable {
  /// The identifier of the event, which is the same for every attempt to send it.
  public let id: EventID
  /// The kind of call that recorded the event.
  public let kind: EventKind
  /// The wall-clock time of recording, in milliseconds since 1970.
  public let milliseconds: Int64
  /// The event as a JSON object in UTF-8, in the form of the Segment protocol.
  public let json: ArraySlice<UInt8>
  package let position: Position
  /// The one destination that the event is for; nil when it is for all.
  package let audience: Audience?

  /// The event's JSON as text.
  public var text: String { String(decoding: json, as: UTF8.self) }

  /// The event's JSON, decoded; nil only when it is damaged.
  ///
  /// Every access decodes the JSON.
  public var fields: [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
  }
}

extension StoredEvent {
  /// Creates an event that represents others in what a destination sends, and is not in the journal
  /// itself.
  package init(
    id: EventID, kind: EventKind, milliseconds: Int64, json: [UInt8], of event: StoredEvent
  ) {
    self.id = id
    self.kind = kind
    self.milliseconds = milliseconds
    self.json = json[...]
    position = event.position
    audience = event.audience
  }

  /// Creates an event from a payload; nil when this version does not know it, or it is still
  /// encrypted.
  package init?(_ payload: UnsafeRawBufferPointer, at position: Position) {
    guard let record = EventRecord(payload), !record.isSealed else { return nil }
    id = record.id
    kind = record.kind
    milliseconds = record.time.milliseconds
    audience = record.audience
    json = record.object(payload)[...]
    self.position = position
  }
}
