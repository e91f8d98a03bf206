/// The members of one event, interpreted as in Segment's protocol.
struct EventItem {
  let members: [JSONMember]
  let bytes: [UInt8]

  func text(_ key: String) -> String? {
    bytes.text(of: members[key])
  }

  /// Returns the message id; refuses an event without one.
  ///
  /// An id that the collector created would differ at every resend, and the same event would be
  /// stored again each time.
  func messageID() throws(EventRefusal) -> String {
    guard let span = members["messageId"], span.kind != .null else {
      throw EventRefusal(.messageID, "messageId missing")
    }
    guard span.kind == .string else { throw EventRefusal(.messageID, "messageId is not a string") }
    let id = try sound("messageId")
    guard !id.isEmpty else { throw EventRefusal(.messageID, "messageId missing") }
    guard id.unicodeScalars.count < 100 else {
      throw EventRefusal(.messageID, "messageId has 100 characters or more")
    }
    return id
  }

  /// Returns the event's name; nil for a value that is not a text.
  func name(of kind: EventKind) throws(EventRefusal) -> String? {
    guard let key = kind.nameKey, members[key]?.kind == .string else { return nil }
    return try sound(key)
  }

  // SQLite and many programs end a text at NUL: two ids could become one, and an event could be
  // lost as a duplicate, or one user be confused with another.
  private func sound(_ key: String) throws(EventRefusal) -> String {
    guard let text = text(key), !text.contains(byte: 0) else {
      throw EventRefusal(.unicode, "\(key) contains a NUL or is not valid Unicode")
    }
    return text
  }

  func kind() throws(EventRefusal) -> EventKind {
    guard let span = members["type"], span.kind != .null else {
      throw EventRefusal(.type, "type missing")
    }
    guard let kind = text("type").flatMap(EventKind.init) else {
      throw EventRefusal(.type, "type is not one of track, identify, screen, page, group, alias")
    }
    return kind
  }

  /// Returns an id or a name.
  ///
  /// A number is accepted as its text; null and "" count as missing.
  func identifier(_ key: String) throws(EventRefusal) -> String? {
    guard let span = members[key] else { return nil }
    switch span.kind {
    case .null: return nil
    case .number: return String(decoding: bytes[span.range], as: UTF8.self)
    case .string:
      let text = try sound(key)
      return text.isEmpty ? nil : text
    default: throw EventRefusal(.identifier, "\(key) is not a string")
    }
  }
}
