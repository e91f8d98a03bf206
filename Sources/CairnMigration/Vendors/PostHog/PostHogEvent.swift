import Cairn

/// An event of posthog-ios in the form of the Segment specification.
struct PostHogEvent {
  private var properties: [String: Value]
  private var own: [String: Value] = [:]
  private var context: [String: Value] = [:]
  private let object: [String: Value]
  private let anonymousID: String?

  static func item(
    _ object: [String: Value], _ label: String, _ anonymousID: String?
  ) -> LegacyItem {
    guard let name = object["event"]?.stringValue else { return .lost(.unknown, label: label) }
    var event = PostHogEvent(
      properties: object.object("properties"), object: object, anonymousID: anonymousID)
    return .event(LegacyEvent(label, event.message(name)))
  }

  private init(
    properties: [String: Value], object: [String: Value], anonymousID: String?
  ) {
    self.properties = properties
    self.object = object
    self.anonymousID = anonymousID
  }

  private mutating func message(_ name: String) -> [String: Value] {
    readContext()
    var message: [String: Value] = [:]
    message["messageId"] = object["uuid"] ?? object["message_id"]
    message["timestamp"] = object["timestamp"]
    let anonymous = properties.removeValue(forKey: "$anon_distinct_id")?.stringValue ?? anonymousID
    let distinct = object.text("distinct_id") ?? properties["distinct_id"]?.stringValue
    properties["distinct_id"] = nil
    message["anonymousId"] = anonymous.map(Value.string)
    if distinct != anonymous { message["userId"] = distinct.map(Value.string) }
    message.merge(subject(name, distinct)) { $1 }
    context.set("posthog", object: own)
    message["context"] = .object(context)
    return message
  }

  private mutating func subject(_ name: String, _ distinct: String?) -> [String: Value] {
    switch name {
    case "$screen":
      var message: [String: Value] = ["type": "screen"]
      message["name"] = properties.removeValue(forKey: "$screen_name")
      message["properties"] = .object(properties)
      return message
    case "$identify", "$set": return ["type": "identify", "traits": .object(traits())]
    case "$groupidentify":
      context.set("groupType", properties["$group_type"])
      return [
        "type": "group", "groupId": properties["$group_key"] ?? .null,
        "traits": .object(properties.object("$group_set")),
      ]
    case "$create_alias":
      return [
        "type": "alias", "userId": properties["alias"] ?? .null,
        "previousId": distinct.map(Value.string) ?? .null,
      ]
    default:
      return ["type": "track", "event": .string(name), "properties": .object(properties)]
    }
  }

  /// Returns the properties of the person: those that are set over those that are set once.
  private mutating func traits() -> [String: Value] {
    let once = properties["$set_once"] ?? object["$set_once"]
    let set = properties["$set"] ?? object["$set"]
    var traits = once?.objectValue ?? [:]
    own.set("setOnce", object: traits)
    traits.merge(set?.objectValue ?? [:]) { $1 }
    return traits
  }

  private mutating func readContext() {
    context.set(
      "app",
      object: properties.move([
        "$app_name": "name", "$app_version": "version", "$app_build": "build",
        "$app_namespace": "namespace",
      ]))
    context.set(
      "device",
      object: properties.move([
        "$device_manufacturer": "manufacturer", "$device_model": "model", "$device_type": "type",
        "$device_name": "name",
      ]))
    context.set("os", object: properties.move(["$os_name": "name", "$os_version": "version"]))
    context.set("locale", properties.removeValue(forKey: "$locale"))
    context.set("timezone", properties.removeValue(forKey: "$timezone"))
    context.set(
      "screen", object: properties.move(["$screen_width": "width", "$screen_height": "height"]))
    context.set("library", object: properties.move(["$lib": "name", "$lib_version": "version"]))
    context.set(
      "network",
      object: properties.move(["$network_wifi": "wifi", "$network_cellular": "cellular"]))
    context.set("sessionId", properties.removeValue(forKey: "$session_id"))
    context.set("groups", properties.removeValue(forKey: "$groups"))
    // The state of the person at the time, which the identifiers of the event already tell.
    properties["$is_identified"] = nil
    properties["$process_person_profile"] = nil
  }
}
