import Cairn

/// The store of snowplow-ios-tracker: a database for each namespace, and a file with its session.
enum SnowplowStore {
  static let vendor = "snowplow"
  private static let prefix = "snowplowEvents-"
  private static let suffix = ".sqlite"
  private static let oldName = "snowplowEvents.sqlite"
  private static let installationKey = "SPInstallationUserId"

  static func find(
    _ namespace: String?, in container: Container
  ) throws(FileError) -> [LegacyStore] {
    let values = try container.defaults.standardValues(with: [installationKey])
    let installation = values[installationKey]?.string
    var stores: [LegacyStore] = []
    for found in try namespaces(namespace, container) {
      let path = "\(container.library)/snowplow/\(prefix)\(found)\(suffix)"
      var identity = try identity(found, installation, values, container)
      identity.details.set("userIdFromQueue", try user(inQueue: path, container))
      let queues = try container.hasFile(path) ? [queue(path, installation, container)] : []
      let store = LegacyStore(vendor, key: found, identity: identity, queues: queues)
      if !store.isEmpty { stores.append(store) }
    }
    let old = "\(container.library)/\(oldName)"
    if namespace == nil || stores.isEmpty, try container.hasFile(old) {
      var identity = LegacyIdentity(anonymousID: installation)
      identity.details.set("userIdFromQueue", try user(inQueue: old, container))
      let queue = try queue(old, installation, container)
      stores.insert(LegacyStore(vendor, identity: identity, queues: [queue]), at: 0)
    }
    if stores.isEmpty, installation != nil {
      let identity = LegacyIdentity(anonymousID: installation)
      stores = [LegacyStore(vendor, key: namespace, identity: identity, queues: [])]
    }
    return stores
  }

  /// Returns the user of the newest event; the SDK does not store the user, because the app gives
  /// it at each start.
  private static func user(
    inQueue path: String, _ container: Container
  ) throws(FileError) -> Value? {
    guard try container.hasFile(path), let database = try SQLiteDatabase(path, container.files)
    else { return nil }
    var user: String?
    _ = database.each("SELECT eventData FROM events ORDER BY id DESC LIMIT 100", []) { row in
      if user == nil { user = Value(json: row.bytes(0))?["uid"]?.stringValue }
    }
    try database.check()
    return user.map(Value.string)
  }

  private static func namespaces(
    _ namespace: String?, _ container: Container
  ) throws(FileError) -> [String] {
    if let namespace { return [plain(namespace)] }
    return try container.names(in: "\(container.library)/snowplow").compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
      return String(name.dropFirst(prefix.count).dropLast(suffix.count))
    }
  }

  private static func plain(_ namespace: String) -> String {
    String(
      namespace.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "-" })
  }

  private static func queue(
    _ path: String, _ installation: String?, _ container: Container
  ) throws(FileError) -> QueueFile {
    let companions = try SQLiteStore.companions(of: path, in: container)
    return QueueFile(path, label: oldName, companions: companions) {
      (path, files) throws(FileError) in
      try TableReader(path, files, label: "snowplow", tables: tables) { record, _, _, label in
        SnowplowEvent.item(record, label, installationID: installation)
      }
    }
  }

  @Sendable private static func tables(_ database: SQLiteDatabase) -> [SQLiteTable] {
    [SQLiteTable("events", column: "eventData")]
  }

  private static func identity(
    _ namespace: String, _ installation: String?, _ defaults: [String: PropertyList],
    _ container: Container
  ) throws(FileError) -> LegacyIdentity {
    let path = "\(container.origin.applicationSupport)/snowplow/namespace_\(namespace).dict"
    let file = try container.content(path).flatMap { PropertyList($0) }?.dictionary?["session"]
    let session = (file ?? defaults["SPSessionDictionary_\(namespace)"])?.value.objectValue
    var identity = LegacyIdentity(anonymousID: installation)
    guard let session else { return identity }
    if installation == nil {
      identity.anonymousID = session.text("userId").flatMap { isAnonymous($0) ? nil : $0 }
    }
    identity.session = [
      "id": session["sessionId"] ?? .null, "index": session["sessionIndex"] ?? .null,
      "eventIndex": session["eventIndex"] ?? .null,
      "lastActivity": Timestamps.text(milliseconds: session["lastUpdate"]).map(Value.string)
        ?? .null,
    ]
    return identity
  }

  /// Whether the identifier is the one of anonymous tracking, which has only zeros.
  private static func isAnonymous(_ userID: String) -> Bool {
    userID.allSatisfy { $0 == "0" || $0 == "-" }
  }
}
