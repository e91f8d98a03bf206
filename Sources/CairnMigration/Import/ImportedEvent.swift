import Cairn

/// An event of another SDK that is appended to the journal: a message in the form of the Segment
/// specification, with the identifiers that it must have.
struct ImportedEvent: Equatable, Sendable {
  let id: EventID
  let kind: EventKind
  let milliseconds: Int64
  /// All members of the message.
  private(set) var message: [String: Value]

  /// Creates an event; the message must have a type, an anonymous identifier and a message
  /// identifier.
  init(
    id: EventID, kind: EventKind, milliseconds: Int64, message: [String: Value]
  ) {
    self.id = id
    self.kind = kind
    self.milliseconds = milliseconds
    self.message = message
  }

  /// The members that begin an event, in the order of events that are recorded here.
  private static let head = ["messageId", "type", "timestamp", "anonymousId", "userId"]

  /// The event as it is stored.
  var json: [UInt8] {
    var buffer = OutputBuffer(capacity: 1_024)
    var rest = message
    var separator = UInt8(ascii: "{")
    func append(_ name: String, _ value: Value, to buffer: inout OutputBuffer) {
      buffer.append(separator)
      separator = UInt8(ascii: ",")
      buffer.appendJSON(name)
      buffer.append(UInt8(ascii: ":"))
      buffer.appendSorted(value)
    }
    for name in Self.head {
      if let value = rest.removeValue(forKey: name) { append(name, value, to: &buffer) }
    }
    for (name, value) in rest.sortedByKey() { append(name, value, to: &buffer) }
    buffer.append(UInt8(ascii: "}"))
    return Array(buffer.bytes)
  }

  /// Returns the event after redaction: its properties and traits, its context, its name and its
  /// identifiers.
  func redacted(by redactor: Redactor) -> ImportedEvent {
    var event = Event(
      kind, name: name ?? "", properties: message[subject]?.objectValue ?? [:],
      identity: Identity(
        anonymousID: message["anonymousId"]?.stringValue ?? "",
        userID: message["userId"]?.stringValue), milliseconds: milliseconds)
    event.context = message["context"]?.objectValue ?? [:]
    redactor.redact(&event, known: nil)
    var redacted = self
    redacted.message["anonymousId"] = .string(event.anonymousID)
    redacted.message["userId"] = event.userID.map(Value.string)
    if message[subject] != nil { redacted.message[subject] = .object(event.properties) }
    if message["context"] != nil { redacted.message["context"] = .object(event.context) }
    if let member = nameMember, name != nil { redacted.message[member] = .string(event.name) }
    if let previous = message["previousId"]?.stringValue {
      redacted.message["previousId"] = .string(redactor.userID(previous) ?? RedactionAction.mark)
    }
    return redacted
  }

  private var subject: String { kind == .identify || kind == .group ? "traits" : "properties" }
  private var name: String? { nameMember.flatMap { message[$0]?.stringValue } }

  private var nameMember: String? {
    switch kind {
    case .track: "event"
    case .screen: "name"
    case .group: "groupId"
    case .identify, .alias, .interaction: nil
    }
  }
}
