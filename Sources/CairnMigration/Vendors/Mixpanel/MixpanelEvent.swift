import Cairn

/// A row of mixpanel-swift in the form of the Segment specification.
enum MixpanelEvent {
  private static let device = "$device:"
  /// Members that are part of the event's identity or mean nothing elsewhere.
  private static let dropped = [
    "token", "time", "distinct_id", "$device_id", "$user_id", "$had_persisted_distinct_id",
    "mp_lib",
  ]

  static func item(
    _ record: [UInt8], _ key: SQLiteTable.Key, _ table: String, _ label: String,
    _ identity: LegacyIdentity
  ) -> LegacyItem {
    guard let row = Value(json: record)?.objectValue else {
      return .lost(.unreadable, label: label)
    }
    return item(row, time: key.time, table, label, identity)
  }

  /// Returns the item of a row; `time` is that of its insertion, in seconds since 1970.
  static func item(
    _ row: [String: Value], time: Double?, _ table: String, _ label: String,
    _ identity: LegacyIdentity
  ) -> LegacyItem {
    var message: [String: Value]
    if table.hasSuffix("_events") {
      message = event(row)
    } else if table.hasSuffix("_people") {
      message = profile(row)
    } else {
      message = group(row, identity)
    }
    message["messageId"] = row.object("$mp_metadata")["$mp_event_id"]
    if message["timestamp"] == nil, let time {
      message["timestamp"] = Timestamps.text(secondsSince1970: time).map(Value.string)
    }
    var legacy = LegacyEvent(label, message)
    let operation = message.object("context").object("mixpanel").text("operation")
    if let operation, !["$set", "$set_once", "$unset"].contains(operation) {
      legacy.operations = [operation]
    }
    return .event(legacy)
  }

  private static func event(_ row: [String: Value]) -> [String: Value] {
    var properties = row.object("properties")
    let name = row["event"]?.stringValue ?? "mp_event"
    var message: [String: Value] = ["userId": properties["$user_id"] ?? .null]
    message["anonymousId"] = properties["$device_id"] ?? anonymous(properties["distinct_id"])
    message["timestamp"] = timestamp(properties["time"])
    let distinctID = properties["distinct_id"]
    var context = context(&properties)
    var own: [String: Value] = [:]
    own.set("sessionId", row.object("$mp_metadata")["$mp_session_id"])
    for member in dropped { properties[member] = nil }
    switch name {
    case "$identify":
      message["type"] = "identify"
      message["traits"] = .object([:])
      own.set("anonDistinctId", properties["$anon_distinct_id"])
    case "$create_alias":
      message["type"] = "alias"
      message["previousId"] = distinctID
      message["userId"] = properties["alias"]
    default:
      message["type"] = "track"
      message["event"] = .string(name)
      message["properties"] = .object(properties)
    }
    context.set("mixpanel", object: own)
    message["context"] = .object(context)
    return message
  }

  /// Returns the time of an event; versions before 3 wrote seconds, later ones milliseconds.
  private static func timestamp(_ time: Value?) -> Value? {
    if let seconds = time?.doubleValue, abs(seconds) < 100_000_000_000 {
      return Timestamps.text(secondsSince1970: seconds).map(Value.string)
    }
    return Timestamps.text(milliseconds: time).map(Value.string)
  }

  private static func context(_ properties: inout [String: Value]) -> [String: Value] {
    var context: [String: Value] = [:]
    context.set(
      "app",
      object: properties.move(["$app_version_string": "version", "$app_build_number": "build"]))
    var library = properties.move(["$lib_version": "version"])
    library.set("name", properties["mp_lib"]?.stringValue.map { .string("mixpanel-\($0)") })
    context.set("library", object: library)
    context.set("os", object: properties.move(["$os": "name", "$os_version": "version"]))
    context.set(
      "device", object: properties.move(["$manufacturer": "manufacturer", "$model": "model"]))
    context.set(
      "screen", object: properties.move(["$screen_width": "width", "$screen_height": "height"]))
    context.set("network", object: properties.move(["$wifi": "wifi", "$carrier": "carrier"]))
    return context
  }

  private static func profile(_ row: [String: Value]) -> [String: Value] {
    var message: [String: Value] = ["type": "identify"]
    message["timestamp"] = timestamp(row["$time"])
    message["anonymousId"] = row["$device_id"] ?? anonymous(row["$distinct_id"])
    // Without it the row was recorded before the user was identified.
    if anonymous(row["$distinct_id"]) == nil { message["userId"] = row["$distinct_id"] }
    let (traits, own) = operation(row)
    message["traits"] = .object(traits)
    message["context"] = .object(["mixpanel": .object(own)])
    return message
  }

  private static func group(
    _ row: [String: Value], _ identity: LegacyIdentity
  ) -> [String: Value] {
    var message: [String: Value] = ["type": "group"]
    message["timestamp"] = timestamp(row["$time"])
    message["anonymousId"] = identity.anonymousID.map(Value.string)
    message["userId"] = identity.userID.map(Value.string)
    message["groupId"] = row["$group_id"]
    let (traits, own) = operation(row)
    message["traits"] = .object(traits)
    message["context"] = .object([
      "groupType": row["$group_key"] ?? .null, "mixpanel": .object(own),
    ])
    return message
  }

  /// Returns the traits that the row's operation sets, and the description of the operation.
  private static func operation(
    _ row: [String: Value]
  ) -> (traits: [String: Value], own: [String: Value]) {
    let known: Set<String> = [
      "$token", "$time", "$mp_metadata", "$device_id", "$user_id", "$distinct_id",
      "$had_persisted_distinct_id", "$group_key", "$group_id",
    ]
    let found = row.filter { !known.contains($0.key) }.min { $0.key < $1.key }
    guard let (name, operand) = found else { return ([:], [:]) }
    var own: [String: Value] = ["operation": .string(name)]
    switch name {
    case "$set": return (operand.objectValue ?? [:], own)
    case "$set_once":
      own["value"] = operand
      return (operand.objectValue ?? [:], own)
    case "$unset":
      let names = (operand.arrayValue ?? []).compactMap(\.stringValue)
      return (Dictionary(names.map { ($0, Value.null) }) { $1 }, own)
    default:
      own["value"] = operand
      return ([:], own)
    }
  }

  /// Returns the anonymous identifier in a distinct one; nil when that is a user's.
  static func anonymous(_ distinctID: Value?) -> Value? {
    guard let text = distinctID?.stringValue, text.hasPrefix(device) else { return nil }
    return .string(String(text.dropFirst(device.count)))
  }
}
