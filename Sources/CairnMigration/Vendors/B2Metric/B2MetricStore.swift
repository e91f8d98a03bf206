import Cairn

/// The store of B2Metric's SDK: the file `b2m_events.json` in the application support folder.
///
/// Its documentation names the file and no members, so this reader takes an array of objects, or an
/// object for each line, with the usual names of each member; members that it does not know are
/// properties.
enum B2MetricStore {
  static let vendor = "b2metric"
  private static let name = "b2m_events.json"
  private static let format = ObjectScanner.Format(envelope: "events") {
    eventName($0) != nil
  }

  static func find(in container: Container) throws(FileError) -> [LegacyStore] {
    var queues: [QueueFile] = []
    var folders = [container.applicationSupport]
    for name in try container.names(in: container.applicationSupport) {
      folders.append("\(container.applicationSupport)/\(name)")
    }
    for folder in folders {
      let path = "\(folder)/\(name)"
      if try container.hasFile(path) { queues.append(queue(path)) }
    }
    if queues.isEmpty { return [] }
    return [LegacyStore(vendor, identity: LegacyIdentity(), queues: queues)]
  }

  private static func queue(_ path: String) -> QueueFile {
    QueueFile(path, label: name) { (path, files) throws(FileError) in
      try ObjectQueueReader(path, files, label: name, format, map: item)
    }
  }

  private static func eventName(_ object: [String: Value]) -> String? {
    for name in ["event", "name", "event_name", "eventName"] {
      if let text = object[name]?.stringValue { return text }
    }
    return nil
  }

  @Sendable private static func item(_ object: [String: Value], _ label: String) -> LegacyItem {
    guard let name = eventName(object) else { return .lost(.unknown, label: label) }
    var rest = object
    func take(_ names: String...) -> Value? {
      names.compactMap { rest.removeValue(forKey: $0) }.first
    }
    _ = take("event", "name", "event_name", "eventName")
    var message: [String: Value] = ["type": "track", "event": .string(name)]
    message["messageId"] = take("messageId", "id", "event_id", "eventId", "uuid")
    message["timestamp"] = time(take("timestamp", "time", "event_time", "eventTime"))
    message["anonymousId"] = take("anonymousId", "deviceId", "device_id")
    message["userId"] = take("userId", "user_id")
    let properties = take("properties", "params", "parameters", "attributes")?.objectValue ?? [:]
    message["properties"] = .object(properties.merging(rest) { own, _ in own })
    message["context"] = ["library": ["name": "b2metric"]]
    return .event(LegacyEvent(label, message))
  }

  /// Returns the time of a text, or of a number of seconds or milliseconds since 1970.
  private static func time(_ value: Value?) -> Value? {
    switch value {
    case .string(let text)?:
      if let number = Double(text), number.isFinite { return time(.double(number)) }
      return Timestamps.milliseconds(text).flatMap(Timestamps.text).map(Value.string)
    case .int?, .double?:
      let number = value?.doubleValue ?? 0
      // A number of seconds has this many digits only after the year 5000.
      let seconds = number < 100_000_000_000 ? number : number / 1_000
      return Timestamps.text(secondsSince1970: seconds).map(Value.string)
    default: return nil
    }
  }
}
