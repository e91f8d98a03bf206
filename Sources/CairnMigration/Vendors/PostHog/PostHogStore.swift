import Cairn

/// The store of posthog-ios: a folder with a file for each event, and a file for each value.
enum PostHogStore {
  static let vendor = "posthog"
  private static let prefix = "posthog."
  private static let oldQueue = "posthog.queue.plist"
  /// The folders with events, the oldest layout first.
  private static let queueFolders = ["posthog.queueFolder", "posthog.queueFolder.uuid"]
  private static let longest = 4 << 20
  private static let format = ObjectScanner.Format { $0["event"]?.stringValue != nil }

  static func find(_ token: String?, in container: Container) throws(FileError) -> [LegacyStore] {
    var stores: [LegacyStore] = []
    for (folder, found) in try folders(container)
    where token == nil || found == nil || token == found {
      let identity = try identity(in: folder, of: container)
      let queues = try queues(in: folder, of: container, identity.anonymousID)
      let store = LegacyStore(vendor, key: found ?? token, identity: identity, queues: queues)
      if !store.isEmpty { stores.append(store) }
    }
    return stores
  }

  /// Returns the folders with values: `<bundle id>/<token>`, in older versions `<bundle id>`.
  private static func folders(
    _ container: Container
  ) throws(FileError) -> [(path: String, token: String?)] {
    var folders: [(path: String, token: String?)] = []
    for root in [container.applicationSupport, container.caches] {
      for name in try container.names(in: root) {
        // A moved store may come from an app group, whose folder has another name.
        if let bundleID = container.bundleID, bundleID != name, !container.isMoved { continue }
        let folder = "\(root)/\(name)"
        let inside = try container.names(in: folder)
        if inside.contains(where: { $0.hasPrefix(prefix) }) { folders.append((folder, nil)) }
        for token in inside where !token.hasPrefix(prefix) {
          let names = try container.names(in: "\(folder)/\(token)")
          if names.contains(where: { $0.hasPrefix(prefix) }) {
            folders.append(("\(folder)/\(token)", token))
          }
        }
      }
    }
    return folders
  }

  private static func queues(
    in folder: String, of container: Container, _ anonymousID: String?
  ) throws(FileError) -> [QueueFile] {
    var queues: [QueueFile] = []
    if try container.names(in: folder).contains(oldQueue) {
      queues.append(arrayQueue("\(folder)/\(oldQueue)", anonymousID))
    }
    for queue in queueFolders {
      let path = "\(folder)/\(queue)"
      let names = try container.names(in: path).filter { !$0.hasPrefix(".") }
      for name in names.sorted(by: precedes) {
        queues.append(eventFile(path, name, anonymousID))
      }
    }
    return queues
  }

  /// Compares the names: seconds since 1970 as numbers, or UUIDs of version 7 as text.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    if let left = Double(left), let right = Double(right), left != right { return left < right }
    return left < right
  }

  private static func arrayQueue(_ path: String, _ anonymousID: String?) -> QueueFile {
    QueueFile(path, label: oldQueue) { (path, files) throws(FileError) in
      try ObjectQueueReader(path, files, label: oldQueue, format) {
        PostHogEvent.item($0, $1, anonymousID)
      }
    }
  }

  private static func eventFile(
    _ folder: String, _ name: String, _ anonymousID: String?
  ) -> QueueFile {
    QueueFile("\(folder)/\(name)", label: name, root: folder) { (path, files) throws(FileError) in
      let file = try OpenFile(path, .read, in: files)
      let size = try file.status().size
      guard size <= longest else { return ItemQueueReader([.lost(.tooLong, label: name)]) }
      // A kill leaves a cut file, because the SDK writes it without an intermediate file.
      guard let object = Value(json: try file.read(size, at: 0))?.objectValue else {
        return ItemQueueReader([.lost(.torn, label: name)])
      }
      return ItemQueueReader([PostHogEvent.item(object, name, anonymousID)])
    }
  }

  private static func identity(
    in folder: String, of container: Container
  ) throws(FileError) -> LegacyIdentity {
    func value(_ name: String) throws(FileError) -> Value? {
      let path = container.original("\(folder)/\(prefix)\(name)")
      guard let bytes = try container.content(path, limit: longest) else { return nil }
      let value = Value(json: bytes)
      // A lone value is the only member of an object, with the file's name.
      return value?[prefix + name] ?? value
    }
    var identity = LegacyIdentity(
      anonymousID: try value("anonymousId")?.stringValue,
      userID: try value("distinctId")?.stringValue)
    if identity.userID == identity.anonymousID { identity.userID = nil }
    if case .bool(let optedOut)? = try value("optOut") { identity.optedOut = optedOut }
    identity.superProperties = try value("registerProperties")?.objectValue
    identity.groups = try value("groups")?.objectValue
    identity.details.set("deviceId", try value("deviceId"))
    identity.details.set("personPropertiesForFlags", try value("personPropertiesForFlags"))
    return identity
  }
}
