import Cairn

/// An event of Amplitude in the form of the Segment specification.
struct AmplitudeEvent {
  /// The differences between the two SDKs.
  enum Form { case swift, legacy }

  private var rest: [String: Value]
  private let form: Form

  static func item(_ object: [String: Value], _ label: String, _ form: Form) -> LegacyItem {
    guard object["event_type"]?.stringValue != nil else { return .lost(.unknown, label: label) }
    var event = AmplitudeEvent(rest: object.filter { $0.value != .null }, form: form)
    var legacy = LegacyEvent(label, event.message())
    let own = legacy.message.object("context").object("amplitude")
    // The values of `$setOnce` are traits as well.
    legacy.operations = own.object("operations").keys.filter { $0 != "$setOnce" }.sorted()
    // A group event may also make the user a member.
    if object["event_type"] == "$groupidentify" {
      legacy.additions["amplitude"] = ["event_type": "$groupidentify"]
    }
    return .event(legacy)
  }

  private mutating func message() -> [String: Value] {
    var message: [String: Value] = [:]
    var context = commonContext()
    var own: [String: Value] = [:]
    message["messageId"] =
      rest.removeValue(forKey: "insert_id") ?? rest.removeValue(forKey: "uuid")
    let time = rest.removeValue(forKey: "time") ?? rest.removeValue(forKey: "timestamp")
    message["timestamp"] = Timestamps.text(milliseconds: time).map(Value.string)
    message["anonymousId"] = rest.removeValue(forKey: "device_id")
    message["userId"] = rest.removeValue(forKey: "user_id")
    own.set(
      "event_id",
      rest.removeValue(forKey: "event_id") ?? rest.removeValue(forKey: "sequence_number"))
    let type = rest.removeValue(forKey: "event_type")?.stringValue ?? ""
    message.merge(subject(type, &context, &own)) { $1 }
    addRest(to: &own)
    context.set("amplitude", object: own)
    message["context"] = .object(context)
    return message
  }

  private mutating func subject(
    _ type: String, _ context: inout [String: Value], _ own: inout [String: Value]
  ) -> [String: Value] {
    switch type {
    case "$identify" where !rest.object("groups").isEmpty:
      rest["user_properties"] = nil
      return group(&context, &own)
    case "$identify":
      rest["event_properties"] =
        rest["event_properties"] == .object([:]) ? nil : rest["event_properties"]
      return ["type": "identify", "traits": traits("user_properties", &own)]
    case "$groupidentify":
      var group = group(&context, &own)
      group["traits"] = traits("group_properties", &own)
      return group
    default: return call(type, &context)
    }
  }

  private mutating func call(
    _ type: String, _ context: inout [String: Value]
  ) -> [String: Value] {
    var properties = rest.removeValue(forKey: "event_properties")?.objectValue ?? [:]
    context.set("groups", object: rest.object("groups"))
    rest["groups"] = nil
    guard type == "[Amplitude] Screen Viewed" else {
      return ["type": "track", "event": .string(type), "properties": .object(properties)]
    }
    var screen: [String: Value] = ["type": "screen"]
    screen["name"] = properties.removeValue(forKey: "[Amplitude] Screen Name")
    screen["properties"] = .object(properties)
    return screen
  }

  /// Returns a group; further ones stay in the context.
  private mutating func group(
    _ context: inout [String: Value], _ own: inout [String: Value]
  ) -> [String: Value] {
    let groups = rest.removeValue(forKey: "groups")?.objectValue ?? [:]
    guard let first = groups.min(by: { $0.key < $1.key }) else { return ["type": "group"] }
    if groups.count > 1 { own["groups"] = .object(groups) }
    context["groupType"] = .string(first.key)
    var name = first.value
    if case .array(let names) = name {
      if names.count > 1 { own["groups"] = .object(groups) }
      name = names.first ?? .null
    }
    return ["type": "group", "groupId": Self.text(name)]
  }

  private static func text(_ value: Value) -> Value {
    switch value {
    case .int(let number): .string(String(number))
    default: value
    }
  }

  /// Returns the traits that operations set; operations that depend on the earlier value stay in
  /// the context, since setting their operand would be wrong.
  private mutating func traits(_ name: String, _ own: inout [String: Value]) -> Value {
    var operations = rest.removeValue(forKey: name)?.objectValue ?? [:]
    var traits = operations.object("$setOnce")
    traits.merge(operations.removeValue(forKey: "$set")?.objectValue ?? [:]) { $1 }
    for trait in (operations.removeValue(forKey: "$unset")?.objectValue ?? [:]).keys {
      traits[trait] = .null
    }
    let plain = operations.filter { !$0.key.hasPrefix("$") }
    traits.merge(plain) { own, _ in own }
    own.set("operations", object: operations.filter { $0.key.hasPrefix("$") })
    return .object(traits)
  }

  private mutating func commonContext() -> [String: Value] {
    var context: [String: Value] = [:]
    let session = rest.removeValue(forKey: "session_id")
    // -1 stands for an event outside of sessions.
    if session != .int(-1) { context.set("sessionId", session) }
    context.set("locale", rest.removeValue(forKey: "language"))
    context.set("library", rest.removeValue(forKey: "library").map(Self.library))
    context.set("os", object: rest.move(["os_name": "name", "os_version": "version"]))
    var device = rest.move([
      "device_manufacturer": "manufacturer", "device_model": "model", "platform": "type",
      "device_brand": "brand", "idfv": "id", "idfa": "advertisingId", "adid": "advertisingId",
    ])
    var system = rest.removeValue(forKey: "api_properties")?.objectValue ?? [:]
    device.set("id", system.removeValue(forKey: "ios_idfv"))
    device.set("advertisingId", system.removeValue(forKey: "ios_idfa"))
    context.set("device", object: device)
    context.set(
      "app", object: rest.move(["version_name": "version", "app_version": "version"]))
    let carrier = rest.removeValue(forKey: "carrier")
    if form == .swift || carrier != .string("Unknown"), let carrier {
      context["network"] = .object(["carrier": carrier])
    }
    var location = rest.move([
      "location_lat": "latitude", "location_lng": "longitude", "country": "country",
      "city": "city", "region": "region", "dma": "dma",
    ])
    let place = system.removeValue(forKey: "location")?.objectValue ?? [:]
    location.set("latitude", place["lat"])
    location.set("longitude", place["lng"])
    context.set("location", object: location)
    rest["api_properties"] = system.isEmpty ? nil : .object(system)
    let address = rest.removeValue(forKey: "ip")
    // The server is to take the address of the request.
    if address != .string("$remote") { context.set("ip", address) }
    return context
  }

  private static func library(_ value: Value) -> Value {
    guard let text = value.stringValue else { return value }
    let parts = text.split(separator: "/", maxSplits: 1).map { Value.string(String($0)) }
    guard parts.count == 2 else { return .object(["name": value]) }
    return .object(["name": parts[0], "version": parts[1]])
  }

  /// Adds what has no place elsewhere to the vendor's own part of the context.
  private func addRest(to own: inout [String: Value]) {
    for (name, value) in rest where value != .object([:]) && value != .array([]) {
      own.set(name, value)
    }
  }
}
