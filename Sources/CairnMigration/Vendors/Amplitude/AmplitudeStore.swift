import Cairn

/// The store of Amplitude-Swift: files of objects that each end with a zero byte, one set of files
/// for events and one for identifications that wait to be merged.
enum AmplitudeStore {
  static let vendor = "amplitude"
  private static let suite = "com.amplitude.storage."
  private static let events = "amplitude-swift-storage-"
  private static let identifications = "amplitude-swift-identify-"
  /// The prefix of the files of older versions, which have no name of an instance:
  /// `amplitude-swift-<apiKey>`.
  private static let oldEvents = "amplitude-swift-"
  private static let indexSuffix = ".events.index"
  /// Identifiers that many devices share.
  private static let sharedIdentifiers: Set<String> = [
    "e3f5536a141811db40efd6400f1d0a4e", "04bab7ee75b9a58d39b8dc54e8851084",
  ]
  /// The files of an older version had the name of the instance, without an API key.
  private static let oldInstance = "default_instance"
  /// The members are sorted by name, and this is the first one.
  private static let format = ObjectScanner.Format(head: #"{"adid":"#) { object in
    object["event_type"]?.stringValue != nil && object["device_id"] != nil
  }

  static func find(_ key: String?, in container: Container) throws(FileError) -> [LegacyStore] {
    var stores: [LegacyStore] = []
    for name in try names(key, in: container) {
      var values = try container.defaults.values(ofDomain: suite + events + name)
      if values.isEmpty {
        values = try container.defaults.values(ofDomain: suite + oldEvents + name)
      }
      var queues = try self.queues(oldEvents + name, "old", in: container)
      queues += try self.queues(events + name, "storage", in: container)
      queues += try self.queues(identifications + name, "identify", in: container)
      let store = LegacyStore(
        vendor, key: apiKey(name), identity: identity(values), queues: queues)
      if !store.isEmpty { stores.append(store) }
    }
    return stores
  }

  /// The folders of all systems and versions; outside of a sandbox there is one more level.
  private static func folders(_ container: Container) throws(FileError) -> [String] {
    let roots = [container.applicationSupport, container.documents, container.caches]
    var folders = roots.map { "\($0)/amplitude" }
    for root in folders {
      for name in try container.names(in: root) where !name.hasSuffix(indexSuffix) {
        folders.append("\(root)/\(name)")
      }
    }
    return folders
  }

  /// Returns the API keys with the names of the instances.
  private static func names(
    _ key: String?, in container: Container
  ) throws(FileError) -> [String] {
    var prefixes: Set<String> = []
    for folder in try folders(container) {
      for name in try container.names(in: folder) where name.hasSuffix(indexSuffix) {
        prefixes.insert(String(name.dropLast(indexSuffix.count)))
      }
    }
    for domain in try container.defaults.domains() where domain.hasPrefix(suite) {
      prefixes.insert(String(domain.dropFirst(suite.count)))
    }
    var names: Set<String> = []
    for prefix in prefixes {
      let forms = [events, identifications, oldEvents]
      guard let form = forms.first(where: prefix.hasPrefix) else { continue }
      names.insert(String(prefix.dropFirst(form.count)))
    }
    guard let key else { return names.sorted() }
    return names.filter { $0 == key || $0.hasPrefix("\(key)-") || $0 == oldInstance }.sorted()
  }

  private static func apiKey(_ name: String) -> String {
    guard let end = name.firstIndex(of: "-") else { return name }
    return String(name[..<end])
  }

  private static func queues(
    _ prefix: String, _ label: String, in container: Container
  ) throws(FileError) -> [QueueFile] {
    var queues: [QueueFile] = []
    for folder in try folders(container) {
      let index = "\(folder)/\(prefix)\(indexSuffix)"
      for name in sorted(try container.names(in: "\(index)/.quarantine")) {
        queues.append(queue("\(index)/.quarantine/\(name)", "\(label)/\(name)", root: index))
      }
      for name in sorted(try container.names(in: index)) {
        queues.append(queue("\(index)/\(name)", "\(label)/\(name)", root: index))
      }
    }
    return queues
  }

  /// Returns the names of files with events by their numbers: `2`, `v2-2`, `v2-2-1`, `v2-10.tmp`.
  private static func sorted(_ names: [String]) -> [String] {
    let numbered = names.compactMap { name in numbers(of: name).map { (name, $0) } }
    return numbered.sorted { left, right in
      left.1.lexicographicallyPrecedes(right.1) || (left.1 == right.1 && left.0 < right.0)
    }.map(\.0)
  }

  private static func numbers(of name: String) -> [Int]? {
    let stem = name.split(separator: ".", maxSplits: 1).first ?? ""
    guard !name.hasPrefix(".") else { return nil }
    var parts = stem.split(separator: "-")
    let isFirstForm = parts.first != "v2"
    if !isFirstForm { parts.removeFirst() }
    let numbers = parts.compactMap { Int($0) }
    guard !numbers.isEmpty, numbers.count == parts.count else { return nil }
    // Files of the first form are older than all others.
    return [isFirstForm ? 0 : 1] + numbers
  }

  private static func queue(_ path: String, _ label: String, root: String) -> QueueFile {
    QueueFile(path, label: label, root: root, isOpen: path.hasSuffix(".tmp")) {
      (path, files) throws(FileError) in
      try ObjectQueueReader(path, files, label: label, format) {
        AmplitudeEvent.item($0, $1, .swift)
      }
    }
  }

  private static func identity(_ values: [String: PropertyList]) -> LegacyIdentity {
    var identity = LegacyIdentity(
      anonymousID: usable(values["device_id"]?.string), userID: values["user_id"]?.string)
    identity.optedOut = values["opt_out"]?.bool
    if let session = values["previous_session_id"]?.integer, session >= 0 {
      identity.session = ["id": .int(session)]
      let last = values["last_event_time"]?.integer.flatMap { Timestamps.text(Int64($0)) }
      identity.session?["lastActivity"] = last.map(Value.string) ?? .null
      identity.session?["lastEventId"] = values["last_event_id"]?.integer.map(Value.int)
    }
    return identity
  }

  static func usable(_ deviceID: String?) -> String? {
    deviceID.flatMap { sharedIdentifiers.contains($0.lowercased()) ? nil : $0 }
  }
}
