import Cairn

/// The store of Segment's analytics-ios: files of JSON in spite of their names; before version 4,
/// property lists.
enum AnalyticsIOSStore {
  static let vendor = "analytics-ios"
  private static let queueName = "segmentio.queue.plist"
  private static let defaultKeys = ["SEGAnonymousId", "SEGUserId", "SEGTraits"]
  private static let format = ObjectScanner.Format(isRecord: SegmentForm.isRecord)

  static func find(in container: Container) throws(FileError) -> [LegacyStore] {
    var stores: [LegacyStore] = []
    for folder in try folders(container) {
      let path = "\(folder)/\(queueName)"
      let identity = try identity(in: folder, of: container)
      let queues = try container.hasFile(path) ? [queue(path)] : []
      let store = LegacyStore(vendor, identity: identity, queues: queues)
      if !store.isEmpty { stores.append(store) }
    }
    if let first = stores.first, stores.count > 1 {
      return [merged(first, stores.dropFirst())]
    }
    return stores
  }

  /// On tvOS the queue is in the caches, and the identity in the defaults.
  private static func merged(
    _ first: LegacyStore, _ others: ArraySlice<LegacyStore>
  ) -> LegacyStore {
    var merged = first
    for other in others {
      merged.queues += other.queues
      if merged.identity.isEmpty { merged.identity = other.identity }
    }
    return merged
  }

  private static func folders(_ container: Container) throws(FileError) -> [String] {
    var folders = [container.applicationSupport, container.caches]
    // On macOS the folder has the name of the executable.
    for name in try container.names(in: container.applicationSupport) {
      let folder = "\(container.applicationSupport)/\(name)"
      if try container.names(in: folder).contains(queueName) { folders.append(folder) }
    }
    return folders
  }

  private static func queue(_ path: String) -> QueueFile {
    QueueFile(path, label: "queue") { (path, files) throws(FileError) in
      let file = try OpenFile(path, .read, in: files)
      let head = try file.read(8, at: 0)
      guard head.starts(with: "<".utf8) || head.starts(with: BinaryPropertyList.magic) else {
        return try ObjectQueueReader(path, files, label: "queue", format, map: SegmentForm.item)
      }
      return ItemQueueReader(try items(file))
    }
  }

  /// Reads the queue of an older version.
  private static func items(_ file: OpenFile) throws(FileError) -> [LegacyItem] {
    let size = try file.status().size
    guard size <= 32 << 20 else { return [.lost(.tooLong, label: "queue")] }
    guard let list = PropertyList(try file.read(size, at: 0))?.array else {
      return [.lost(.unreadable, label: "queue")]
    }
    return list.enumerated().map { place, element in
      guard let object = element.value.objectValue else {
        return .lost(.unknown, label: "queue#\(place)")
      }
      return SegmentForm.item(object, "queue#\(place)")
    }
  }

  private static func identity(
    in folder: String, of container: Container
  ) throws(FileError) -> LegacyIdentity {
    var identity = LegacyIdentity(
      anonymousID: try value("segment.anonymousId", folder, container)?.stringValue,
      userID: try value("segmentio.userId", folder, container)?.stringValue)
    identity.traits = try value("segmentio.traits.plist", folder, container)?.objectValue
    guard identity.isEmpty else { return identity }
    let values = try container.defaults.standardValues(with: defaultKeys)
    identity.anonymousID = values["SEGAnonymousId"]?.string
    identity.userID = values["SEGUserId"]?.string
    identity.traits = values["SEGTraits"]?.value.objectValue
    return identity
  }

  /// Returns the value of a file; a lone text is the only member of an object, with the file's
  /// name.
  private static func value(
    _ name: String, _ folder: String, _ container: Container
  ) throws(FileError) -> Value? {
    guard let bytes = try container.content("\(folder)/\(name)") else { return nil }
    guard let value = Value(json: bytes) else { return PropertyList(bytes)?.value }
    return value[name] ?? value
  }
}
