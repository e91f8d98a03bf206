import Cairn

/// The store of rudder-sdk-ios (Objective-C): a database with one table, and standard defaults.
enum RudderDatabase {
  static let vendor = "rudder-ios"
  private static let name = "rl_persistence.sqlite"
  private static let encryptedName = "rl_persistence_encrypted.sqlite"
  private static let copyName = "rsDefaultsPersistence.plist"

  static func find(in container: Container) throws(FileError) -> [LegacyStore] {
    var store = LegacyStore(vendor, identity: try identity(container), queues: [])
    for folder in [container.library, container.caches] {
      let names = try container.names(in: folder)
      if names.contains(name) {
        store.queues.append(try queue("\(folder)/\(name)", container))
      }
      if names.contains(encryptedName) {
        store.unusable.append(UnusableFile(path: "\(folder)/\(encryptedName)", reason: .encrypted))
      }
    }
    return store.isEmpty ? [] : [store]
  }

  private static func queue(
    _ path: String, _ container: Container
  ) throws(FileError) -> QueueFile {
    let companions = try SQLiteStore.companions(of: path, in: container)
    return QueueFile(path, label: name, companions: companions) {
      (path, files) throws(FileError) in
      try TableReader(path, files, label: name, tables: tables) { record, _, _, label in
        guard let object = Value(json: record)?.objectValue else {
          return .lost(.unreadable, label: label)
        }
        return RudderEvent.item(object, label, dropsIdentifiers: true)
      }
    }
  }

  @Sendable private static func tables(_ database: SQLiteDatabase) -> [SQLiteTable] {
    var table = SQLiteTable("events", column: "message")
    (table.order, table.time) = ("updated", "updated")
    // The first version of the table has no status. The second bit is set for uploaded rows.
    if database.columns(of: table.name).contains("status") {
      table.condition = "status IS NULL OR status & 2 = 0"
    }
    return [table]
  }

  private static func identity(_ container: Container) throws(FileError) -> LegacyIdentity {
    let keys = ["rl_anonymous_id", "rl_traits", "rl_opt_status"]
    var values = try container.defaults.standardValues(with: keys)
    if !keys.contains(where: { values[$0] != nil }) {
      // The SDK's own copy of its defaults.
      let copy = try container.content("\(container.origin.library)/\(copyName)")
      values = copy.flatMap { PropertyList($0) }?.dictionary ?? [:]
    }
    var traits = json(values["rl_traits"])?.objectValue
    var identity = LegacyIdentity(
      anonymousID: values["rl_anonymous_id"]?.string ?? traits?.text("anonymousId"),
      userID: traits?.text("userId") ?? traits?.text("id"))
    for name in RudderEvent.identifiers { traits?[name] = nil }
    identity.traits = traits
    identity.optedOut = values["rl_opt_status"]?.bool
    identity.details.set("externalIds", json(values["rl_external_id"]))
    if let session = values["rl_session_id"]?.integer {
      let last = values["rl_last_event_time_stamp"]?.integer
      let text = last.flatMap { Timestamps.text(secondsSince1970: Double($0)) }
      identity.session = [
        "id": .int(session), "lastActivity": text.map(Value.string) ?? .null,
      ]
    }
    return identity
  }

  private static func json(_ list: PropertyList?) -> Value? {
    list?.string.flatMap { Value(json: $0.utf8) }
  }
}
