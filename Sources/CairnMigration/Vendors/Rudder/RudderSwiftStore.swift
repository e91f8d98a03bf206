import Cairn

/// The store of rudder-sdk-swift: files of objects over many lines, in an envelope that is closed
/// when the file is finished.
///
/// The SDK closes a file also behind a torn object.
enum RudderSwiftStore {
  static let vendor = "rudder-swift"
  private static let infix = ".analytics."
  private static let format = ObjectScanner.Format(
    envelope: "batch", isRecord: RudderEvent.isRecord)

  static func find(_ key: String?, in container: Container) throws(FileError) -> [LegacyStore] {
    var stores: [LegacyStore] = []
    let domains = try container.defaults.domains()
    for key in try keys(key, domains, in: container) {
      let domain = domains.sorted().first { $0.hasSuffix(infix + key) }
      let known = container.bundleID.map { $0 + infix + key } ?? domain
      var values: [String: PropertyList] = [:]
      if let known { values = try container.defaults.values(ofDomain: known) }
      let store = LegacyStore(
        vendor, key: key, identity: identity(values), queues: try queues(key, in: container))
      if !store.isEmpty { stores.append(store) }
    }
    return stores
  }

  private static func folders(_ container: Container) -> [String] {
    [container.documents, container.applicationSupport].map { "\($0)/rudder/analytics/events" }
  }

  private static func keys(
    _ key: String?, _ domains: [String], in container: Container
  ) throws(FileError) -> [String] {
    if let key { return [key] }
    var keys: Set<String> = []
    for folder in folders(container) { keys.formUnion(try container.names(in: folder)) }
    for domain in domains {
      guard let range = domain.ranges(of: infix).last else { continue }
      if let bundleID = container.bundleID, bundleID != domain[..<range.lowerBound] { continue }
      keys.insert(String(domain[range.upperBound...]))
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
      for file in numbered.sorted(by: { ($0.number, $0.name) < ($1.number, $1.name) }) {
        queues.append(queue("\(folder)/\(key)", file.name))
      }
    }
    return queues
  }

  private static func number(of name: String) -> Int? {
    Int(name.hasSuffix(".tmp") ? String(name.dropLast(4)) : name)
  }

  private static func queue(_ folder: String, _ name: String) -> QueueFile {
    let isOpen = name.hasSuffix(".tmp")
    return QueueFile("\(folder)/\(name)", label: name, root: folder, isOpen: isOpen) {
      (path, files) throws(FileError) in
      try ObjectQueueReader(path, files, label: name, format) {
        RudderEvent.item($0, $1, dropsIdentifiers: false)
      }
    }
  }

  private static func identity(_ values: [String: PropertyList]) -> LegacyIdentity {
    var identity = LegacyIdentity(
      anonymousID: values["anonymous_id"]?.string,
      userID: values["user_id"]?.string.flatMap { $0.isEmpty ? nil : $0 })
    identity.traits = values["traits"]?.string.flatMap { Value(json: $0.utf8) }?.objectValue
    if let session = values["session_id"]?.value {
      let last = values["last_activity_time"]?.integer.flatMap { Timestamps.text(Int64($0)) }
      identity.session = [
        "id": session, "manual": .bool(values["is_manual_session"]?.bool ?? false),
        "lastActivity": last.map(Value.string) ?? .null,
      ]
    }
    return identity
  }
}
