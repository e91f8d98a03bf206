import Cairn

/// An event of RudderStack's SDKs in the form of the Segment specification.
enum RudderEvent {
  /// Identifiers that rudder-sdk-ios keeps among the traits.
  static let identifiers = ["anonymousId", "userId", "id"]

  static func isRecord(_ object: [String: Value]) -> Bool {
    SegmentForm.isRecord(object) && object["messageId"]?.stringValue != nil
  }

  /// Returns the event of an object; `dropsIdentifiers` is for rudder-sdk-ios.
  static func item(
    _ object: [String: Value], _ label: String, dropsIdentifiers: Bool
  ) -> LegacyItem {
    guard let type = object["type"]?.stringValue, SegmentForm.types.contains(type) else {
      return .lost(.unknown, label: label)
    }
    var message = object
    message["timestamp"] = message.removeValue(forKey: "originalTimestamp") ?? object["timestamp"]
    // The time of sending is a placeholder, and the channel the same in all events.
    for name in ["sentAt", "channel"] { message[name] = nil }
    let name = type == "track" ? nil : message.removeValue(forKey: "event")
    switch type {
    case "screen", "page": setScreen(&message, name)
    case "identify":
      var traits = object.object("context").object("traits")
      if dropsIdentifiers { for name in identifiers { traits[name] = nil } }
      message["traits"] = .object(traits)
    case "group": message["traits"] = message["traits"] ?? .object([:])
    default: break
    }
    return .event(LegacyEvent(label, message))
  }

  /// Sets the name of a screen, which is also one of its properties.
  private static func setScreen(_ message: inout [String: Value], _ name: Value?) {
    var properties = message.object("properties")
    let inside = properties.removeValue(forKey: "name")
    message["name"] = name ?? inside
    message.set("category", properties.removeValue(forKey: "category"))
    message["properties"] = .object(properties)
  }
}
