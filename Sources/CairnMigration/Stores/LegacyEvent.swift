package import Cairn

/// An event of another SDK in the form of the Segment specification.
package struct LegacyEvent: Equatable, Sendable {
  /// The place of the event in its store, for reports: `0-segment-events#3`.
  package var label: String
  /// The members of the event; those that the other SDK did not store are missing.
  package var message: [String: Value]
  /// Further members of objects in the context, which only the destination of the same vendor uses.
  package var additions: [String: [String: Value]] = [:]
  /// The names of changes to properties of a user or a group that the form cannot express, such as
  /// `$add`; they are in the context.
  package var operations: [String] = []

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

  /// The message with the additions.
  var wholeMessage: [String: Value] {
    guard !additions.isEmpty else { return message }
    var context = message.object("context")
    for (name, members) in additions {
      context[name] = .object(context.object(name).merging(members) { own, _ in own })
    }
    return message.merging(["context": .object(context)]) { $1 }
  }
}

/// A record of a store, as a reader returns it.
package enum LegacyItem: Equatable, Sendable {
  case event(LegacyEvent)
  /// A record that could not be read.
  case lost(LossReason, label: String)
  /// A record that is no event, and its kind.
  case skipped(String)
}

extension Value {
  /// The text of an identifier, which may also be a number; nil for other values and an empty text.
  var identifier: String? {
    if let text = stringValue { return text.isEmpty ? nil : text }
    return intValue.map(String.init) ?? doubleValue.map { "\($0)" }
  }
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
