import Cairn

/// The events of SDKs that already store the form of the Segment specification.
enum SegmentForm {
  static let types: Set<String> = ["track", "screen", "page", "identify", "group", "alias"]

  /// Whether an object that follows a torn one is an event of its own: objects within an event also
  /// have a `type`.
  static func isRecord(_ object: [String: Value]) -> Bool {
    guard let type = object["type"]?.stringValue, types.contains(type) else { return false }
    return object["messageId"]?.stringValue != nil || object["context"]?.objectValue != nil
  }

  static func item(_ object: [String: Value], _ label: String) -> LegacyItem {
    guard let type = object["type"]?.stringValue, types.contains(type) else {
      return .lost(.unknown, label: label)
    }
    var message = object
    // A note of the other SDK for its own server.
    message["_metadata"] = nil
    return .event(LegacyEvent(label, message))
  }
}
