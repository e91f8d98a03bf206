package import Cairn

/// An event of another SDK in the form of the Segment specification.
package struct LegacyEvent: Equatable, Sendable {
  /// The place of the event in its store, for reports: `0-segment-events#3`.
  package var label: String
  /// The members of the event; those that the other SDK did not store are missing.
  package var message: [String: Value]

  package init(_ label: String, _ message: [String: Value]) {
    self.label = label
    // An identifier without text is none.
    self.message = message.filter { name, value in
      !(Self.identifiers.contains(name) && (value == .null || value == .string("")))
    }
  }

  private static let identifiers: Set<String> = [
    "messageId", "timestamp", "anonymousId", "userId",
  ]

  package var messageID: String? { message["messageId"]?.stringValue }
  package var timestamp: String? { message["timestamp"]?.stringValue }
  package var anonymousID: String? { message["anonymousId"]?.stringValue }
  package var userID: String? { message["userId"]?.stringValue }
}

/// A record of a store, as a reader returns it.
package enum LegacyItem: Equatable, Sendable {
  case event(LegacyEvent)
  /// A record that could not be read.
  case lost(LossReason, label: String)
  /// A record that is no event, and its kind.
  case skipped(String)
}

extension [String: Value] {
  /// Sets a member, unless the value is missing, null or an empty text.
  mutating func set(_ name: String, _ value: Value?) {
    guard let value, value != .null, value != .string("") else { return }
    self[name] = value
  }

  /// Sets a member, unless the object is empty.
  mutating func set(_ name: String, object: [String: Value]) {
    if !object.isEmpty { self[name] = .object(object) }
  }

  /// Returns the text of a member; nil when it is empty or no text.
  func text(_ name: String) -> String? {
    guard let text = self[name]?.stringValue, !text.isEmpty else { return nil }
    return text
  }

  /// Returns the members of an object; none when it is missing or another value.
  func object(_ name: String) -> [String: Value] { self[name]?.objectValue ?? [:] }

  /// Moves members to an object under other names.
  mutating func move(_ names: KeyValuePairs<String, String>) -> [String: Value] {
    var moved: [String: Value] = [:]
    for (name, newName) in names { moved.set(newName, removeValue(forKey: name)) }
    return moved
  }
}
