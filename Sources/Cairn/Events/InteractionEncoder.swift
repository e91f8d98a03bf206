/// The form of an interaction in the journal: it omits what the record's header contains, and
/// shortens property names.
///
/// The form is a JSON array of the event's name, its properties, the anonymous identifier, and the
/// user identifier if there is one. When the event is read, it is expanded to an object of the
/// Segment protocol, the form in which other events are stored. Documentation/JournalFormat.md,
/// section 6.
enum InteractionEncoder {
  /// The usual properties of interactions and their short names, in the order in which they are
  /// written.
  private static let names: [(long: String, short: StaticString)] = [
    ("key", "k"), ("type", "t"), ("location", "l"), ("extras", "x"), ("assets", "a"),
    ("id", "i"), ("texts", "s"), ("ctas", "c"),
  ]
  /// The prefix of any other property name.
  private static let mark = UInt8(ascii: "_")

  static func write(
    _ event: borrowing Event, _ values: inout ValueWriter, into buffer: inout OutputBuffer
  ) {
    buffer.append(UInt8(ascii: "["))
    buffer.appendJSON(event.name)
    buffer.append(",{")
    var rest = event.properties.count
    for name in names {
      guard let value = event.properties[name.long] else { continue }
      rest -= 1
      buffer.append(UInt8(ascii: "\""))
      buffer.append(name.short)
      buffer.append("\":")
      values.write(value, into: &buffer)
      if rest > 0 { buffer.append(UInt8(ascii: ",")) }
    }
    if rest > 0 { writeOthers(event.properties, &values, into: &buffer) }
    buffer.append("},")
    buffer.appendJSON(event.anonymousID)
    if let userID = event.userID {
      buffer.append(UInt8(ascii: ","))
      buffer.appendJSON(userID)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private static func writeOthers(
    _ properties: [String: Value], _ values: inout ValueWriter, into buffer: inout OutputBuffer
  ) {
    var isFirst = true
    for (name, value) in properties.sortedByKey()
    where !names.contains(where: { $0.long == name }) {
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      buffer.appendJSON("_" + name)
      buffer.append(UInt8(ascii: ":"))
      values.write(value, into: &buffer)
    }
  }

  /// Returns the JSON object of an interaction; nil when the text is not such an array.
  static func object(_ text: UnsafeRawBufferPointer, of record: EventRecord) -> [UInt8]? {
    guard text.first == UInt8(ascii: "["), let parts = JSONMembers.elements(of: text),
      parts.count >= 3,
      let properties = parts[1].withUnsafeBytes({ JSONMembers.values(of: $0) })
    else { return nil }
    var buffer = OutputBuffer(capacity: text.count + 256)
    EventWriter.writeHead(record.kind, id: record.id, time: record.time, into: &buffer)
    buffer.append(#","anonymousId":"#)
    buffer.append(parts[2])
    if parts.count > 3 {
      buffer.append(#","userId":"#)
      buffer.append(parts[3])
    }
    buffer.append(#","event":"#)
    buffer.append(parts[0])
    buffer.append(#","properties":{"#)
    var isFirst = true
    for (name, value) in properties.sortedByKey() {
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      write(long: name, into: &buffer)
      buffer.append(value)
    }
    buffer.append("}}")
    return Array(buffer.bytes)
  }

  /// Appends the long name with its quotation marks and the colon; the name is already escaped for
  /// JSON.
  private static func write(long name: String, into buffer: inout OutputBuffer) {
    let known = names.first { $0.short.description == name }?.long
    let long = known ?? (name.utf8.first == mark ? String(name.dropFirst()) : name)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(Array(long.utf8))
    buffer.append("\":")
  }
}
