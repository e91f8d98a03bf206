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
  private static let messageIDMember = Array(#"{"messageId":""#.utf8)

  /// The identifier by which servers recognize the event: the text of `id`, or that of the SDK from
  /// which the event was imported.
  package var messageID: String {
    let own = id.description
    // Almost all events are our own; their JSON need not be decoded.
    guard !json.starts(with: Self.messageIDMember + own.utf8) else { return own }
    return Self.messageID(in: DecodedEvent.members(Value(json: json))) ?? own
  }

  /// Returns the message identifier of an event's members; nil when it has none.
  static func messageID(in members: [String: Value]) -> String? {
    members["messageId"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }

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
