import Foundation

/// An event as it lies in the journal: what destinations are given.
public struct StoredEvent: Sendable {
  /// The identifier that stays the same on every resend.
  public let id: EventID
  /// What the call was.
  public let kind: EventKind
  /// Milliseconds since 1970 at which it was recorded.
  public let milliseconds: Int64
  /// The event as a JSON object in UTF-8, in the form of the Segment protocol.
  public let json: ArraySlice<UInt8>
  package let position: Position
  /// Whom it is for; nil when it is for all.
  package let audience: Audience?

  /// The event's JSON as text.
  public var text: String { String(decoding: json, as: UTF8.self) }

  /// The event's JSON, decoded; nil only when it is damaged.
  ///
  /// Costs a decoding on every call.
  public var fields: [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
  }
}

extension StoredEvent {
  /// One that stands for others in what a destination sends, and lies nowhere itself.
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

  /// Nil when the payload is no event that this version knows, or one that nobody could decrypt.
  package init?(_ payload: UnsafeRawBufferPointer, at position: Position) {
    guard let record = EventRecord(payload), !record.isSealed else { return nil }
    id = record.id
    kind = record.kind
    milliseconds = record.milliseconds
    audience = record.audience
    json = record.object(payload)[...]
    self.position = position
  }
}
