/// An event as a line of a file: the form of the Segment protocol, with its context.
struct EventLine {
  let json: [UInt8]
  /// The event's identifier; nil when the line is not an event.
  let id: String?

  /// Creates a line from its bytes in the file.
  init(_ json: ArraySlice<UInt8>) {
    self.json = Array(json)
    if case .string(let id)? = DecodedEvent.members(Value(json: json))["messageId"] {
      self.id = id
    } else {
      id = nil
    }
  }

  /// Creates a line from an event; `shared` is the batch's context as values.
  init(_ event: StoredEvent, context: [UInt8], shared: [String: Value]) {
    id = event.messageID
    let members = event.json.withUnsafeBytes { JSONMembers.values(of: $0) }
    if context.isEmpty {
      json = Array(event.json)
    } else if let members, members["context"] == nil {
      // The recorded bytes are copied, not encoded again.
      json = event.json.dropLast() + Array(#","context":"#.utf8) + context + [UInt8(ascii: "}")]
    } else {
      json = Self.merged(event, shared)
    }
  }

  private static func merged(_ event: StoredEvent, _ shared: [String: Value]) -> [UInt8] {
    var members = DecodedEvent.members(Value(json: event.json))
    members["context"] = .object(
      shared.merging(DecodedEvent.members(members["context"])) { $1 })
    return Value.object(members).json
  }
}
