import Foundation

/// Properties that are added to all `track` and `screen` events; their JSON is made at
/// registration.
package struct SuperPropertyValues: Sendable {
  private struct Entry {
    let key: String
    /// The JSON text `"key":value`.
    let member: [UInt8]
  }

  private var entries: [Entry] = []

  package init() {}

  @inline(__always)
  package var isEmpty: Bool { entries.isEmpty }

  /// Adds the properties that the JSON object at the end of the buffer lacks, except those with
  /// reserved names.
  package func add(
    to own: borrowing [String: Value], except reserved: Set<String>? = nil,
    in buffer: inout OutputBuffer
  ) {
    buffer.truncate(to: buffer.count - 1)
    var isFirst = own.isEmpty
    for entry in entries where own.isEmpty || own[entry.key] == nil {
      if let reserved, reserved.contains(entry.key) { continue }
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      buffer.append(entry.member)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Sets the value of a key, and replaces an earlier value.
  package mutating func set(_ key: String, _ value: Value) {
    var buffer = OutputBuffer(capacity: 64)
    var writer = ValueWriter()
    buffer.appendJSON(key)
    buffer.append(UInt8(ascii: ":"))
    writer.write(value, into: &buffer)
    set(Entry(key: key, member: Array(buffer.bytes)))
  }

  private mutating func set(_ entry: Entry) {
    remove(entry.key)
    entries.append(entry)
  }

  package mutating func remove(_ key: String) { entries.removeAll { $0.key == key } }

  /// Returns these properties, and those of `others` whose keys they lack.
  package func merged(over others: SuperPropertyValues) -> SuperPropertyValues {
    var merged = others
    for entry in entries { merged.set(entry) }
    return merged
  }
}

/// Conversion to and from JSON.
extension SuperPropertyValues {
  /// The properties as one JSON object.
  package var json: [UInt8] {
    var buffer = OutputBuffer(capacity: 256)
    buffer.append("{}")
    add(to: [:], in: &buffer)
    return Array(buffer.bytes)
  }

  /// Reads the properties from a JSON object, whose values are kept byte for byte; nil when it is
  /// not an object.
  package init?(json: [UInt8]) {
    guard let members = json.withUnsafeBytes({ JSONMembers.values(of: $0) }) else { return nil }
    for (name, value) in members.sortedByKey() {
      let quoted = Array("\"\(name)\"".utf8)
      guard case .string(let key)? = Value(json: quoted) else { return nil }
      entries.append(Entry(key: key, member: quoted + [UInt8(ascii: ":")] + value))
    }
  }

  /// The values, read back from their JSON; a date is read as text.
  package var values: [String: Value] {
    if case .object(let members)? = Value(json: json) { members } else { [:] }
  }
}
