import Foundation

/// An event that a destination rejected permanently, as it is stored among the dead letters.
package struct DeadLetter: Sendable {
  package let id: EventID
  package let kind: EventKind
  package let rejection: DeliveryRejection
  /// The time of the rejection.
  package let refusedAt: WallTime
  /// The event as a JSON object in UTF-8, as it was recorded.
  package let event: [UInt8]
  /// The context that the event shared with others, a JSON object; empty when it is unknown.
  package let context: [UInt8]
  /// The position among the dead letters.
  let position: Position

  /// Decodes a dead letter; nil when the payload is not one that this version knows.
  init?(_ payload: UnsafeRawBufferPointer, at position: Position) {
    guard let record = EventRecord(payload), !record.isSealed,
      let members = JSONMembers.values(of: EventRecord.json(payload)),
      let event = members["event"]
    else { return nil }
    id = record.id
    kind = record.kind
    refusedAt = record.time
    rejection = DeliveryRejection(
      Self.decode(members["reason"]) ?? "", status: Self.decode(members["status"]),
      answer: Self.decode(members["answer"]))
    self.event = event
    context = members["context"] ?? []
    self.position = position
  }

  private static func decode<Value: Decodable>(_ text: [UInt8]?) -> Value? {
    text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) }
  }

  /// The time at which the event was recorded.
  var recordedAt: WallTime {
    let members = event.withUnsafeBytes { JSONMembers.values(of: $0) }
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let text: String? = Self.decode(members?["timestamp"])
    guard let text, text.isDateText, let date = formatter.date(from: text) else {
      return WallTime(milliseconds: id.milliseconds)
    }
    return WallTime(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded()))
  }
}
