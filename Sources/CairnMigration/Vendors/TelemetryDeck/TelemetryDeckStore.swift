import Cairn

/// The store of TelemetryDeck's SwiftSDK: a queue in one file, which is written only when the app
/// goes to the background.
enum TelemetryDeckStore {
  static let vendor = "telemetrydeck"
  private static let suite = "com.telemetrydeck."
  private static let queueName = "telemetrysignalcache"
  private static let navigation = "TelemetryDeck.Navigation."
  private static let format = ObjectScanner.Format {
    $0["type"]?.stringValue != nil && $0["receivedAt"].flatMap(time) != nil
  }

  static func find(in container: Container) throws(FileError) -> [LegacyStore] {
    let domain = try container.defaults.domains().sorted().first { $0.hasPrefix(suite) }
    var values: [String: PropertyList] = [:]
    if let domain { values = try container.defaults.values(ofDomain: domain) }
    let identity = LegacyIdentity(anonymousID: values["defaultUserIdentifier"]?.string)
    let path = "\(container.caches)/\(queueName)"
    let queues = try container.hasFile(path) ? [queue(path, identity.anonymousID)] : []
    let store = LegacyStore(vendor, identity: identity, queues: queues)
    return store.isEmpty ? [] : [store]
  }

  private static func queue(_ path: String, _ anonymousID: String?) -> QueueFile {
    QueueFile(path, label: queueName) { (path, files) throws(FileError) in
      try ObjectQueueReader(path, files, label: "", format) { object, label in
        item(object, label, anonymousID)
      }
    }
  }

  private static func item(
    _ object: [String: Value], _ label: String, _ anonymousID: String?
  ) -> LegacyItem {
    guard let type = object["type"]?.stringValue else { return .lost(.unknown, label: label) }
    var properties = object.object("payload")
    let context = context(object, properties)
    properties["floatValue"] = object["floatValue"]
    var message: [String: Value] = [
      "properties": .object(properties), "context": .object(context),
    ]
    message["anonymousId"] = anonymousID.map(Value.string)
    message["timestamp"] = object["receivedAt"].flatMap(time)
    if type == "\(navigation)pathChanged" {
      message["type"] = "screen"
      message["name"] = properties["\(navigation)destinationPath"]
    } else {
      message["type"] = "track"
      message["event"] = .string(type)
    }
    return .event(LegacyEvent(label, message))
  }

  /// Returns the time of a number of seconds since 2001, or of a text.
  private static func time(_ value: Value) -> Value? {
    if let text = value.stringValue { return Timestamps.milliseconds(text).map { _ in value } }
    return value.doubleValue.flatMap(Timestamps.text(secondsSince2001:)).map(Value.string)
  }

  private static func context(
    _ object: [String: Value], _ payload: [String: Value]
  ) -> [String: Value] {
    var context: [String: Value] = [:]
    context.set("sessionId", object["sessionID"])
    var app: [String: Value] = [:]
    app.set("version", payload["appVersion"] ?? payload["TelemetryDeck.AppInfo.version"])
    app.set("build", payload["buildNumber"] ?? payload["TelemetryDeck.AppInfo.buildNumber"])
    context.set("app", object: app)
    var library: [String: Value] = ["name": "TelemetryDeck"]
    library.set("version", payload["TelemetryDeck.SDK.version"])
    context["library"] = .object(library)
    var own: [String: Value] = [:]
    own.set("clientUser", object["clientUser"])
    if object["isTestMode"] == .string("true") { own["isTestMode"] = true }
    context.set("telemetrydeck", object: own)
    return context
  }
}
