import Cairn

/// The store of Segment's analytics-swift.
///
/// A file has a line for each event, in an envelope that is closed when the file is finished; a
/// finished file gets the suffix `.temp`. The SDK appends to a torn line.
enum SegmentStore {
  static let vendor = "segment"
  private static let suite = "com.segment.storage."
  private static let format = ObjectScanner.Format(
    envelope: "batch", isRecord: SegmentForm.isRecord)

  static func find(_ key: String?, in container: Container) throws(FileError) -> [LegacyStore] {
    var stores: [LegacyStore] = []
    for key in try keys(key, in: container) {
      let values = try container.defaults.values(ofDomain: suite + key)
      let store = LegacyStore(
        vendor, key: key, identity: identity(values), queues: try queues(key, in: container))
      if !store.isEmpty { stores.append(store) }
    }
    return stores
  }

  /// The folders of all systems and versions.
  private static func folders(_ container: Container) -> [String] {
    [container.applicationSupport, container.caches, container.documents].map { "\($0)/segment" }
  }

  private static func keys(
    _ key: String?, in container: Container
  ) throws(FileError) -> [String] {
    if let key { return [key] }
    var keys: Set<String> = []
    for folder in folders(container) { keys.formUnion(try container.names(in: folder)) }
    for domain in try container.defaults.domains() where domain.hasPrefix(suite) {
      keys.insert(String(domain.dropFirst(suite.count)))
    }
    return keys.sorted()
  }

  private static func queues(
    _ key: String, in container: Container
  ) throws(FileError) -> [QueueFile] {
    var queues: [QueueFile] = []
    for folder in folders(container) {
      let names = try container.names(in: "\(folder)/\(key)")
      let numbered = names.compactMap { name in number(of: name).map { (number: $0, name: name) } }
      for file in numbered.sorted(by: { ($0.number, $1.name) < ($1.number, $0.name) }) {
        queues.append(queue("\(folder)/\(key)", file.name))
      }
    }
    return queues
  }

  /// Returns the number of a file with events; nil for other names.
  private static func number(of name: String) -> Int? {
    let parts = name.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, ["segment-events", "segment-events.temp"].contains(parts[1]) else {
      return nil
    }
    return Int(parts[0])
  }

  private static func queue(_ folder: String, _ name: String) -> QueueFile {
    let isOpen = !name.hasSuffix(".temp")
    return QueueFile("\(folder)/\(name)", label: name, root: folder, isOpen: isOpen) {
      (path, files) throws(FileError) in
      try ObjectQueueReader(path, files, label: name, format, map: SegmentForm.item)
    }
  }

  private static func identity(_ values: [String: PropertyList]) -> LegacyIdentity {
    var identity = LegacyIdentity(
      anonymousID: values["segment.anonymousId"]?.string,
      userID: values["segment.userId"]?.string)
    if let traits = values["segment.traits"]?.data.flatMap({ PropertyList($0) })?.dictionary {
      identity.traits = traits.mapValues(SegmentTraits.value)
    }
    return identity
  }
}
