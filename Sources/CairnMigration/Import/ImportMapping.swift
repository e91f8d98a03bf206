import Cairn

/// Makes events of ours from those of another SDK: with their own identifiers and times, or with
/// ones that are the same each time the file is read.
struct ImportMapping {
  /// The anonymous identifier of events that have none.
  let anonymousID: String
  /// The time of events that have none: that of the last write to their file.
  let fileTime: Int64?
  /// The time for a file without one.
  let now: Int64

  func event(_ event: LegacyEvent, in file: String) -> ImportedEvent? {
    guard let kind = Self.kind(event.message["type"]?.stringValue) else { return nil }
    var message = event.wholeMessage
    message["type"] = .string(kind.name)
    for name in Self.identifiers { message[name] = message[name]?.identifier.map(Value.string) }
    if event.anonymousID == nil, message["anonymousId"] == nil {
      message["anonymousId"] = .string(anonymousID)
    }
    let time = event.timestamp.flatMap(Timestamps.milliseconds).flatMap { $0 >= 0 ? $0 : nil }
    let milliseconds = time ?? fileTime ?? now
    if time == nil {
      message["timestamp"] = Timestamps.text(milliseconds).map(Value.string)
      var context = message.object("context")
      // The server can tell the time of the file from the time of an event.
      context["migration"] = ["timestamp": .string(fileTime == nil ? "import" : "file")]
      message["context"] = .object(context)
    }
    let id: EventID
    if let text = message["messageId"]?.stringValue {
      id = EventID(text) ?? Self.id(of: Array(text.utf8), at: milliseconds)
    } else {
      let bytes = Array("\(file)\u{0}\(event.label)\u{0}".utf8) + Value.object(event.message).json
      id = Self.id(of: bytes, at: time ?? 0)
      message["messageId"] = .string(id.description)
    }
    return ImportedEvent(id: id, kind: kind, milliseconds: milliseconds, message: message)
  }

  /// The members that must be text; some apps give numbers.
  private static let identifiers = ["messageId", "anonymousId", "userId", "groupId", "previousId"]

  private static func kind(_ type: String?) -> EventKind? {
    switch type {
    case "track": .track
    case "screen", "page": .screen
    case "identify": .identify
    case "group": .group
    case "alias": .alias
    default: nil
    }
  }

  /// Returns an identifier of version 7 that is the same for the same bytes and time.
  private static func id(of bytes: [UInt8], at milliseconds: Int64) -> EventID {
    let (first, second) = (XXH64.hash(bytes, seed: 1), XXH64.hash(bytes, seed: 2))
    let time = UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF
    return EventID(
      high: time << 16 | 0x7000 | first & 0x0FFF,
      low: 0x8000_0000_0000_0000 | second & 0x3FFF_FFFF_FFFF_FFFF)
  }
}
