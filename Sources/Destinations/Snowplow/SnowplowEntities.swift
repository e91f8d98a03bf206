import Cairn

/// The entities of an event, with Snowplow's own schemas and with the app's.
enum SnowplowEntities {
  static func all(
    of event: DecodedEvent, _ schemas: SnowplowSchemas, count: (String) -> Void
  ) -> [Value] {
    let own = schemas.entities.sorted { $0.key < $1.key }.compactMap { name, schema in
      event.context[name].map { Value.described($0, by: schema) }
    }
    return [session(of: event, count: count), app(of: event), device(of: event)]
      .compactMap(\.self) + own
  }

  private static func session(of event: DecodedEvent, count: (String) -> Void) -> Value? {
    guard let id = event.context("session", "id")?.stringValue,
      let number = event.context("session", "number")?.intValue
    else { return nil }
    let user = event.anonymousID.lowercased()
    if let fault = fault(user, id, number) {
      count("session left out whose \(fault)")
      return nil
    }
    return entity(
      .session,
      [
        "userId": .string(user), "sessionId": .string(id), "sessionIndex": .int(number),
        "previousSessionId": .null, "storageMechanism": "LOCAL_STORAGE",
      ])
  }

  /// Returns the reason why the session's schema would not accept the values; nil if it would.
  ///
  /// An invalid entity makes the whole event a failed event.
  private static func fault(_ user: String, _ id: String, _ number: Int) -> String? {
    if EventID(user) == nil { return "user is not a UUID" }
    if EventID(id) == nil { return "identifier is not a UUID" }
    return 0...Int(Int32.max) ~= number ? nil : "number is not in 0 to 2147483647"
  }

  private static func app(of event: DecodedEvent) -> Value? {
    guard let version = event.context("app", "version")?.stringValue,
      let build = event.context("app", "build")?.stringValue
    else { return nil }
    return entity(.app, ["version": .string(version), "build": .string(build)])
  }

  /// Returns the device entity; nil without a manufacturer and a model, which the schema requires.
  private static func device(of event: DecodedEvent) -> Value? {
    guard let maker = event.context("device", "manufacturer")?.stringValue,
      let model = event.context("device", "model")?.stringValue,
      let system = event.context("os", "name")?.stringValue,
      let version = event.context("os", "version")?.stringValue
    else { return nil }
    var members: [String: Value] = [
      "osType": .string(system == "macOS" ? "osx" : system.lowercased()),
      "osVersion": .string(version), "deviceManufacturer": .string(maker),
      "deviceModel": .string(model),
    ]
    members["networkType"] = network(of: event)
    return entity(.device, members)
  }

  private static func network(of event: DecodedEvent) -> Value? {
    guard event.context["network"] != nil else { return nil }
    if event.context("network", "wifi") == .bool(true) { return "wifi" }
    return event.context("network", "cellular") == .bool(true) ? "mobile" : nil
  }

  private static func entity(_ schema: SnowplowSchema, _ data: [String: Value]) -> Value {
    .described(.object(data), by: schema.rawValue)
  }
}
