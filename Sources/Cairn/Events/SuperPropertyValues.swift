import Foundation

/// Properties that are added to all `track` and `screen` events, and the groups that are added to
/// the context of all events.
///
/// Their JSON is made when they are set. The timers of events are stored with them.
package struct SuperPropertyValues: Sendable {
  private struct Entry {
    let key: String
    /// The JSON text `"key":value`.
    let member: [UInt8]
    /// Whether a redaction rule has changed the value, which must not be redacted again.
    var isRedacted = false
  }

  private var entries: [Entry] = []
  package private(set) var groups = UserGroups()
  /// The members of an event's context for `groups`.
  private var contextEntries: [Entry] = []
  package var timers = EventTimers()
  /// The timer that the last change removed; it is not stored.
  package var ended: EventTimers.Timer?

  package init() {}

  package var isEmpty: Bool { entries.isEmpty && groups.isEmpty && timers.isEmpty }

  @inline(__always)
  package var hasProperties: Bool { !entries.isEmpty }

  @inline(__always)
  package var hasGroups: Bool { !contextEntries.isEmpty }

  /// Adds the properties that the JSON object at the end of the buffer lacks, except those with
  /// reserved names.
  package func add(
    to own: borrowing [String: Value], except reserved: Set<String>? = nil,
    in buffer: inout OutputBuffer
  ) {
    Self.add(entries, to: own, except: reserved, in: &buffer)
  }

  /// Adds the groups to the context at the end of the buffer, unless the event has its own.
  package func addGroups(to own: borrowing [String: Value], in buffer: inout OutputBuffer) {
    Self.add(contextEntries, to: own, in: &buffer)
  }

  private static func add(
    _ entries: [Entry], to own: borrowing [String: Value], except reserved: Set<String>? = nil,
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

  /// Sets the value of a key, and replaces an earlier value; the keys that the stored JSON needs
  /// are ignored.
  package mutating func set(_ key: String, _ value: Value, isRedacted: Bool = false) {
    guard !Self.reservedKeys.contains(key) else { return }
    var entry = Self.entry(key, value)
    entry.isRedacted = isRedacted
    set(entry)
  }

  /// Sets the identifier of the group of this type, or removes it; nil is a group without a type.
  package mutating func setGroup(_ id: String?, type: String?, isRedacted: Bool) {
    groups.set(id, type: type, isRedacted: isRedacted)
    set(groups)
  }

  private mutating func set(_ groups: UserGroups) {
    self.groups = groups
    contextEntries = groups.context.map { Self.entry($0, $1) }
  }

  package mutating func removeProperties() { entries = [] }

  private static func entry(_ key: String, _ value: Value) -> Entry {
    var buffer = OutputBuffer(capacity: 64)
    var writer = ValueWriter()
    buffer.appendJSON(key)
    buffer.append(UInt8(ascii: ":"))
    writer.write(value, into: &buffer)
    return Entry(key: key, member: Array(buffer.bytes))
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
    if !groups.isEmpty { merged.set(groups.merged(over: others.groups)) }
    merged.timers = timers.merged(over: others.timers)
    return merged
  }
}

/// Conversion to and from JSON.
extension SuperPropertyValues {
  /// The name of the member with the groups in the stored JSON.
  private static let groupsKey = "cairn.groups"
  /// The name of the member with the keys whose values are redacted.
  private static let redactedKey = "cairn.redacted"
  /// The name of the member with the timers.
  private static let timersKey = "cairn.timers"
  private static let reservedKeys: Set<String> = [groupsKey, redactedKey, timersKey]

  /// The properties and the groups as one JSON object, as they are stored.
  package var json: [UInt8] {
    var all = entries
    if !groups.isEmpty { all.append(Self.entry(Self.groupsKey, groups.stored)) }
    if !timers.isEmpty { all.append(Self.entry(Self.timersKey, timers.stored)) }
    let redacted = redactedKeys.map(Value.string)
    if !redacted.isEmpty { all.append(Self.entry(Self.redactedKey, .array(redacted))) }
    return Self.object(all)
  }

  /// The number of bytes that the properties and the groups take as they are stored.
  package var ownBytes: Int {
    var own = self
    own.timers = EventTimers()
    return own.json.count
  }

  /// Discards the timers that were started first, until this number of bytes is enough, or only one
  /// timer is left.
  package mutating func makeRoom(in bytes: Int) {
    while json.count > bytes, timers.removeFirst() {}
  }

  /// The keys whose values a redaction rule has changed.
  package var redactedKeys: [String] {
    entries.compactMap { $0.isRedacted ? $0.key : nil }
  }

  private static func object(_ entries: [Entry]) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 256)
    buffer.append("{}")
    add(entries, to: [:], in: &buffer)
    return Array(buffer.bytes)
  }

  /// Reads the properties from a JSON object, whose values are kept byte for byte; nil when it is
  /// not an object.
  package init?(json: [UInt8]) {
    guard let members = json.withUnsafeBytes({ JSONMembers.values(of: $0) }) else { return nil }
    var redacted: [String] = []
    for (name, value) in members.sortedByKey() {
      let quoted = Array("\"\(name)\"".utf8)
      guard case .string(let key)? = Value(json: quoted) else { return nil }
      switch key {
      case Self.groupsKey: set(UserGroups(stored: Value(json: value)))
      case Self.timersKey: timers = EventTimers(stored: Value(json: value))
      case Self.redactedKey: redacted = Self.keys(Value(json: value))
      default: entries.append(Entry(key: key, member: quoted + [UInt8(ascii: ":")] + value))
      }
    }
    for place in entries.indices where redacted.contains(entries[place].key) {
      entries[place].isRedacted = true
    }
  }

  private static func keys(_ value: Value?) -> [String] {
    guard case .array(let keys)? = value else { return [] }
    return keys.compactMap(\.stringValue)
  }

  /// The values of the properties, read back from their JSON; a date is read as text.
  package var values: [String: Value] {
    if case .object(let members)? = Value(json: Self.object(entries)) { members } else { [:] }
  }
}
