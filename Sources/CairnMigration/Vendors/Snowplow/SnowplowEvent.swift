import Cairn

/// An event of snowplow-ios-tracker in the form of the Segment specification.
struct SnowplowEvent {
  private static let noUser = "00000000-0000-0000-0000-000000000000"
  private let row: [String: Value]
  private let installationID: String?

  static func item(
    _ record: [UInt8], _ label: String, installationID: String?
  ) -> LegacyItem {
    guard let row = Value(json: record)?.objectValue else {
      return .lost(.unreadable, label: label)
    }
    guard let type = row["e"]?.stringValue else { return .lost(.unknown, label: label) }
    let event = SnowplowEvent(row: row, installationID: installationID)
    // Without its schema it is not known what the event is.
    if type == "ue", event.schema == nil { return .lost(.unreadable, label: label) }
    var legacy = LegacyEvent(label, event.message())
    var own: [String: Value] = ["event": .string(type)]
    own.set("schema", event.schema.map(Value.string))
    own.set("fields", object: event.fields)
    legacy.additions["snowplow"] = own
    return .event(legacy)
  }

  /// The members of a payload that have no place in the form, and that the collector accepts.
  private static let fields: Set<String> = [
    "cd", "cookie", "ds", "duid", "ip", "p", "res", "sid", "tnuid", "tv", "tz", "ua", "vid", "vp",
  ]

  private var fields: [String: Value] {
    var fields = row.filter { Self.fields.contains($0.key) }
    // With a time that the app has set, the time of the device is another one.
    if row["ttm"] != nil { fields.merge(row.filter { ["dtm", "ttm"].contains($0.key) }) { $1 } }
    // For a page view they are properties.
    if row["e"] == "ue" { fields.merge(row.filter { ["url", "refr"].contains($0.key) }) { $1 } }
    return fields
  }

  private func message() -> [String: Value] {
    var message = subject()
    message["messageId"] = row["eid"]
    // The time that the app has set counts before the time of the device.
    message["timestamp"] = Timestamps.text(milliseconds: row["ttm"] ?? row["dtm"])
      .map(Value.string)
    message["userId"] = row["uid"]
    let contexts = json("co", "cx")?["data"]?.arrayValue ?? []
    let session = Self.data(of: "client_session", in: contexts)
    let user = session["userId"]?.stringValue.flatMap { $0 == Self.noUser ? nil : $0 }
    message["anonymousId"] = (user ?? installationID).map(Value.string)
    message["context"] = .object(context(contexts, session))
    return message
  }

  private func context(_ contexts: [Value], _ session: [String: Value]) -> [String: Value] {
    var context: [String: Value] = [:]
    context.set("sessionId", session["sessionId"])
    context.set("locale", row["lang"])
    if let tracker = row["tv"]?.stringValue {
      let parts = tracker.split(separator: "-", maxSplits: 1)
      let version = parts.count == 2 ? String(parts[1]) : tracker
      context["library"] = ["name": "snowplow-ios-tracker", "version": .string(version)]
    }
    var mobile = Self.data(of: "mobile_context", in: contexts)
    context.set("os", object: mobile.move(["osType": "name", "osVersion": "version"]))
    context.set(
      "device", object: mobile.move(["deviceManufacturer": "manufacturer", "deviceModel": "model"]))
    var app = Self.data(of: "application", in: contexts)
    context.set("app", object: app.move(["version": "version", "build": "build"]))
    var own: [String: Value] = [:]
    if !contexts.isEmpty { own["contexts"] = .array(contexts) }
    if row["ttm"] != nil {
      own.set("deviceTime", Timestamps.text(milliseconds: row["dtm"]).map(Value.string))
    }
    context.set("snowplow", object: own)
    return context
  }

  private func subject() -> [String: Value] {
    switch row["e"]?.stringValue {
    case "pv"?:
      return screen(row["page"], ["url": "url", "refr": "referrer"])
    case "se"?:
      var properties = renamed([
        "se_ca": "category", "se_la": "label", "se_pr": "property", "se_va": "value",
      ])
      if let value = properties["value"]?.stringValue { properties["value"] = Self.number(value) }
      return track(row["se_ac"] ?? "", properties)
    case "ue"?: return selfDescribing()
    case let type: return track(.string(type ?? ""), rest)
    }
  }

  /// Returns an event that is described by a schema, of which it has the name.
  private func selfDescribing() -> [String: Value] {
    let name = Self.name(ofSchema: schema ?? "")
    var data = description["data"]?.objectValue ?? [:]
    guard name == "screen_view" else { return track(.string(name), data) }
    var message: [String: Value] = ["type": "screen"]
    message["name"] = data.removeValue(forKey: "name")
    message["properties"] = .object(data)
    return message
  }

  /// The self-describing JSON of an event of the type `ue`.
  private var description: Value { json("ue_pr", "ue_px")?["data"] ?? .null }

  /// The schema of an event of the type `ue`.
  private var schema: String? {
    guard row["e"] == "ue", let schema = description["schema"]?.stringValue, !schema.isEmpty
    else { return nil }
    return schema
  }

  private func screen(
    _ name: Value?, _ names: KeyValuePairs<String, String>
  ) -> [String: Value] {
    var message: [String: Value] = ["type": "screen", "properties": .object(renamed(names))]
    message["name"] = name
    return message
  }

  private func track(_ name: Value, _ properties: [String: Value]) -> [String: Value] {
    ["type": "track", "event": name, "properties": .object(properties)]
  }

  private func renamed(_ names: KeyValuePairs<String, String>) -> [String: Value] {
    var copy = row
    return copy.move(names)
  }

  /// The members of an event of another type, without those of all events.
  private var rest: [String: Value] {
    let common: Set<String> = [
      "e", "eid", "dtm", "ttm", "stm", "uid", "aid", "tna", "tv", "p", "lang", "res", "co", "cx",
    ]
    return row.filter { !common.contains($0.key) }
  }

  /// Returns a member that is JSON, as plain text or as Base64.
  private func json(_ plain: String, _ encoded: String) -> Value? {
    if let text = row[plain]?.stringValue { return Value(json: text.utf8) }
    return row[encoded]?.stringValue.flatMap(Base64.bytes).flatMap { Value(json: $0) }
  }

  private static func data(of name: String, in contexts: [Value]) -> [String: Value] {
    let found = contexts.first { Self.name(ofSchema: $0["schema"]?.stringValue ?? "") == name }
    return found?["data"]?.objectValue ?? [:]
  }

  /// Returns the name in `iglu:vendor/name/format/version`.
  private static func name(ofSchema schema: String) -> String {
    let parts = schema.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count >= 3 ? String(parts[parts.count - 3]) : schema
  }

  private static func number(_ text: String) -> Value {
    if let integer = Int(text) { return .int(integer) }
    if let number = Double(text), number.isFinite { return .double(number) }
    return .string(text)
  }
}
