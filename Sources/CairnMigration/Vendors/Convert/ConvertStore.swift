import Cairn

/// The store of Convert's ios-sdk: a queue in one file, a visitor identifier in the keychain, and
/// the decisions of the visitors.
enum ConvertStore {
  static let vendor = "convert"
  private static let service = "com.convert.sdk"
  private static let visitorAccount = "com.convert.sdk.visitorId"
  private static let mirrorKey = "com.convert.sdk.visitorIdMirror"
  private static let queueName = "event-queue.json"
  private static let decisionsName = "convert-decision-store.json"
  private static let format = ObjectScanner.Format { $0["visitors"]?.arrayValue != nil }

  static func find(in container: Container) throws(FileError) -> [LegacyStore] {
    let folder = "\(container.applicationSupport)/com.convertexperiments.sdk"
    let path = "\(folder)/\(queueName)"
    let queues = try container.hasFile(path) ? [queue(path)] : []
    var store = LegacyStore(vendor, identity: try identity(container), queues: queues)
    // A transfer of the system owns the file; its events arrive without the importer.
    let uploading = "\(folder)/event-queue.uploading"
    if try container.hasFile(uploading) {
      store.unusable.append(UnusableFile(path: uploading, reason: .beingUploaded))
    }
    return store.isEmpty ? [] : [store]
  }

  private static func queue(_ path: String) -> QueueFile {
    QueueFile(path, label: queueName) { (path, files) throws(FileError) in
      try EnvelopeReader(path, files, format)
    }
  }

  private static func identity(_ container: Container) throws(FileError) -> LegacyIdentity {
    let mirror = try container.defaults.standardValues(with: [mirrorKey])[mirrorKey]?.string
    let visitor = container.password(service, visitorAccount) ?? mirror
    var identity = LegacyIdentity(anonymousID: visitor)
    let decisions = try ConvertDecisions.read(decisionsName, in: container)
    identity.visitors = decisions.visitors(own: visitor)
    guard let visitor, let own = decisions.visitor(visitor) else { return identity }
    let variations = own.variations.mapValues(Value.string)
    identity.details["sticky"] = .object(variations)
    identity.details["goalsTriggered"] = .array(own.goals.map(Value.string))
    var segments = own.segments.mapValues(Value.string)
    if !own.customSegments.isEmpty {
      segments[ConvertDecisions.customSegments] = .array(own.customSegments.map(Value.string))
    }
    identity.details["segments"] = .object(segments)
    return identity
  }
}

/// Reads the events of envelopes, of which each has several visitors with several events.
private struct EnvelopeReader: QueueReader {
  private var scanner: ObjectScanner
  private var waiting: ArraySlice<LegacyItem> = []
  private var count = 0

  init(
    _ path: String, _ files: any FileSystem, _ format: ObjectScanner.Format
  ) throws(FileError) {
    scanner = try ObjectScanner(try OpenFile(path, .read, in: files), format)
  }

  mutating func next() throws(FileError) -> LegacyItem? {
    while waiting.isEmpty {
      guard let item = try scanner.next() else { return nil }
      switch item {
      case .object(let envelope, _): waiting = Self.items(envelope, "\(count)")[...]
      case .damaged(let reason, let offset): waiting = [.lost(reason, label: "@\(offset)")]
      }
      count += 1
    }
    return waiting.popFirst()
  }

  private static func items(_ envelope: [String: Value], _ label: String) -> [LegacyItem] {
    let visitors = envelope["visitors"]?.arrayValue ?? []
    return visitors.enumerated().flatMap { place, visitor in
      (visitor["events"]?.arrayValue ?? []).enumerated().map { number, event in
        item(event, of: visitor, envelope, "\(label)/\(place)/\(number)")
      }
    }
  }

  private static func item(
    _ event: Value, of visitor: Value, _ envelope: [String: Value], _ label: String
  ) -> LegacyItem {
    var data = event["data"]?.objectValue ?? [:]
    let name: Value
    var properties: [String: Value]
    switch event["eventType"]?.stringValue {
    case "bucketing"?:
      name = "Experiment Viewed"
      properties = data.move(["experienceId": "experimentId", "variationId": "variationId"])
    case "conversion"?:
      name = "Conversion"
      properties = data.move(["goalId": "goalId", "bucketingData": "bucketing"])
      if let goalData = data["goalData"]?.arrayValue {
        properties["goalData"] = .object(members(goalData))
      }
    default: return .lost(.unknown, label: label)
    }
    let own: [String: Value] = [
      "accountId": envelope["accountId"] ?? .null, "projectId": envelope["projectId"] ?? .null,
      "segments": visitor["segments"] ?? .object([:]),
    ]
    return .event(
      LegacyEvent(
        label,
        [
          "type": "track", "event": name, "properties": .object(properties),
          "anonymousId": visitor["visitorId"]?.identifier.map(Value.string) ?? .null,
          "context": ["library": ["name": "convert-ios-sdk"], "convert": .object(own)],
        ]))
  }

  /// Returns the members that a list of keys and values describes.
  private static func members(_ list: [Value]) -> [String: Value] {
    var members: [String: Value] = [:]
    for entry in list {
      if let key = entry["key"]?.stringValue { members[key] = entry["value"] ?? .null }
    }
    return members
  }
}
