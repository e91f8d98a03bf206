import Cairn

/// The store of amplitude-ios (Objective-C): a database with a table for each kind of record.
enum AmplitudeDatabase {
  static let vendor = "amplitude-ios"
  private static let name = "com.amplitude.database"
  private static let tables = ["events", "identifys", "intercepted_identifys"]

  static func find(_ instance: String?, in container: Container) throws(FileError) -> [LegacyStore]
  {
    var stores: [LegacyStore] = []
    for folder in [container.library, container.caches] {
      for file in try container.names(in: folder) where file == name || file.hasPrefix("\(name)_") {
        if SQLiteStore.isCompanion(file) { continue }
        let found = file == name ? nil : String(file.dropFirst(name.count + 1))
        guard instance == nil || instance == found else { continue }
        let path = "\(folder)/\(file)"
        let identity = try identity(path, container.files)
        let queue = try queue(path, container)
        stores.append(LegacyStore(vendor, key: found, identity: identity, queues: [queue]))
      }
    }
    return stores
  }

  private static func queue(
    _ path: String, _ container: Container
  ) throws(FileError) -> QueueFile {
    let companions = try SQLiteStore.companions(of: path, in: container)
    return QueueFile(path, label: name, companions: companions) { (path, files) throws(FileError) in
      try SequenceReader(path, files, tables: tables)
    }
  }

  private static func identity(
    _ path: String, _ files: any FileSystem
  ) throws(FileError) -> LegacyIdentity {
    guard let database = try SQLiteDatabase(path, files) else { return LegacyIdentity() }
    var texts: [String: String] = [:]
    _ = database.each("SELECT key, value FROM store", []) { row in
      if let key = row.text(0) { texts[key] = row.text(1) }
    }
    var numbers: [String: Int64] = [:]
    _ = database.each("SELECT key, value FROM long_store", []) { row in
      if let key = row.text(0), !row.isNull(1) { numbers[key] = row.integer(1) }
    }
    try database.check()
    var identity = LegacyIdentity(
      anonymousID: AmplitudeStore.usable(texts["device_id"]), userID: texts["user_id"])
    identity.optedOut = numbers["opt_out"].map { $0 != 0 }
    if let session = numbers["previous_session_id"], session >= 0 {
      let last = numbers["previous_session_time"].flatMap(Timestamps.text)
      identity.session = [
        "id": .int(Int(session)), "lastActivity": last.map(Value.string) ?? .null,
      ]
    }
    return identity
  }
}

/// Reads several tables in the order of the sequence numbers in their records, which rise within
/// each table.
private struct SequenceReader: QueueReader {
  private struct Source {
    var reader: TableReader
    var waiting: LegacyItem?
  }

  private var sources: [Source] = []

  init(_ path: String, _ files: any FileSystem, tables: [String]) throws(FileError) {
    for name in tables {
      let table = SQLiteTable(name, column: "event")
      let reader = try TableReader(path, files, label: name, tables: { _ in [table] }) {
        record, key, _, _ in
        guard let object = Value(json: record)?.objectValue else {
          return .lost(.unreadable, label: "\(name)#\(key.id)")
        }
        return AmplitudeEvent.item(object, "\(name)#\(key.id)", .legacy)
      }
      sources.append(Source(reader: reader))
    }
    // A file that is no database is one loss, not one for each table.
    if sources.count > 1, !sources[0].reader.isDatabase { sources.removeLast(sources.count - 1) }
  }

  mutating func next() throws(FileError) -> LegacyItem? {
    for place in sources.indices where sources[place].waiting == nil {
      sources[place].waiting = try sources[place].reader.next()
    }
    let first = sources.indices.filter { sources[$0].waiting != nil }.min {
      Self.number(sources[$0].waiting) < Self.number(sources[$1].waiting)
    }
    guard let first else { return nil }
    defer { sources[first].waiting = nil }
    return sources[first].waiting
  }

  /// Returns the sequence number; a record without one comes first in its table.
  private static func number(_ item: LegacyItem?) -> Int {
    guard case .event(let event)? = item else { return .min }
    return event.message.object("context").object("amplitude")["event_id"]?.intValue ?? .min
  }
}
