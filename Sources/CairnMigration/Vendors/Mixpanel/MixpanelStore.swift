import Cairn

/// The store of mixpanel-swift: a database with tables for events, profiles and groups.
///
/// The SDK deletes the database when one of its own statements fails, so it must not run while a
/// database is read in place; the importer moves the database first.
enum MixpanelStore {
  static let vendor = "mixpanel"
  private static let suffix = "_MPDB.sqlite"
  private static let suite = "Mixpanel"

  static func find(_ token: String?, in container: Container) throws(FileError) -> [LegacyStore] {
    let values = try container.defaults.values(ofDomain: suite)
    var stores: [LegacyStore] = []
    for folder in [container.library, container.caches] {
      for name in try container.names(in: folder) where name.hasSuffix(suffix) {
        let instance = String(name.dropLast(suffix.count))
        guard token == nil || plain(token ?? "") == instance else { continue }
        let identity = identity(values, instance: instance, token: token)
        let queue = try queue("\(folder)/\(name)", instance, identity, container)
        stores.append(
          LegacyStore(vendor, key: token ?? instance, identity: identity, queues: [queue]))
      }
    }
    for folder in [container.library, container.caches] {
      for instance in try MixpanelArchives.instances(in: folder, of: container)
      where token == nil || token == instance {
        try addArchives(of: instance, in: folder, container, to: &stores)
      }
    }
    if stores.isEmpty, let token {
      let identity = identity(values, instance: plain(token), token: token)
      if !identity.isEmpty {
        stores = [LegacyStore(vendor, key: token, identity: identity, queues: [])]
      }
    }
    return stores
  }

  /// Adds archives to the store of their instance, whose events are newer.
  private static func addArchives(
    of instance: String, in folder: String, _ container: Container, to stores: inout [LegacyStore]
  ) throws(FileError) {
    let old = try MixpanelArchives.identity(of: instance, in: folder, container)
    let place = stores.firstIndex { plain($0.key ?? "") == plain(instance) }
    let known = place.map { stores[$0].identity } ?? LegacyIdentity()
    let identity = known.isEmpty ? old ?? known : known
    let queues = try MixpanelArchives.queues(of: instance, in: folder, container, identity)
    if let place {
      stores[place].queues.insert(contentsOf: queues, at: 0)
      stores[place].identity = identity
      if old?.optedOut == true, known.optedOut == nil { stores[place].identity.optedOut = true }
    } else {
      let store = LegacyStore(vendor, key: instance, identity: identity, queues: queues)
      if !store.isEmpty { stores.append(store) }
    }
  }

  /// Returns the name as it is in the names of tables: letters and digits only.
  private static func plain(_ name: String) -> String {
    String(name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }

  private static func queue(
    _ path: String, _ instance: String, _ identity: LegacyIdentity, _ container: Container
  ) throws(FileError) -> QueueFile {
    let companions = try SQLiteStore.companions(of: path, in: container)
    return QueueFile(path, label: instance, companions: companions) {
      (path, files) throws(FileError) in
      try TableReader(path, files, label: instance, tables: tables) { record, key, table, label in
        MixpanelEvent.item(record, key, table.name, label, identity)
      }
    }
  }

  /// The tables in the order in which they are read; their names contain the token.
  @Sendable private static func tables(_ database: SQLiteDatabase) -> [SQLiteTable] {
    ["_events", "_people", "_groups"].flatMap { kind in
      database.tableNames.filter { $0.hasPrefix("mixpanel_") && $0.hasSuffix(kind) }.sorted().map {
        var table = SQLiteTable($0)
        (table.order, table.time) = ("time", "time")
        return table
      }
    }
  }

  private static func identity(
    _ values: [String: PropertyList], instance: String, token: String?
  ) -> LegacyIdentity {
    // The instance's name in the keys has all its characters. Several names may have the same
    // letters and digits.
    let names = values.keys.filter { $0.hasPrefix("mixpanel-") && $0.hasSuffix("-MPDistinctID") }
      .map { String($0.dropFirst(9).dropLast(13)) }
      .filter { plain($0) == instance }
    let name = names.first { $0 == token } ?? names.min() ?? instance
    let prefix = "mixpanel-\(name)-"
    func value(_ name: String) -> PropertyList? { values[prefix + name] }
    var identity = LegacyIdentity(
      anonymousID: value("MPAnonymousId")?.string, userID: value("MPUserId")?.string)
    if identity.anonymousID == nil, let distinct = value("MPDistinctID")?.string {
      let device = MixpanelEvent.anonymous(.string(distinct))?.stringValue
      // Before there were two identifiers, the distinct one was that of the device or of the user.
      identity.anonymousID = device ?? (identity.userID == nil ? distinct : nil)
    }
    identity.optedOut = value("OptOutStatus")?.bool
    identity.superProperties = archive(value("superProperties"))?.mapValues(\.value)
    identity.details.set("alias", value("MPAlias")?.value)
    identity.details.set("distinctId", value("MPDistinctID")?.value)
    if let timed = archive(value("timedEvents")) {
      identity.details["timedEvents"] = .object(timed.compactMapValues(start))
    }
    return identity
  }

  private static func archive(_ list: PropertyList?) -> [String: PropertyList]? {
    list?.data.flatMap { KeyedArchive.read($0) }?.dictionary
  }

  private static func start(_ list: PropertyList) -> Value? {
    list.value.doubleValue.flatMap(Timestamps.text(secondsSince1970:)).map(Value.string)
  }
}
