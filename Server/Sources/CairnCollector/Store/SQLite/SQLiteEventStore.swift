import GRDB
import Logging

/// A store in a SQLite database, for one collector.
final class SQLiteEventStore: EventStore {
  let database: DatabasePool
  let questions = QuestionThreads()
  private let file: DatabaseFile
  private let probe: ReadinessProbe
  private let state: Locked<CollectorStatistics>
  private let isClosed = Locked(false)

  /// Opens the database, and creates or upgrades its tables.
  init(path: String, minFreeBytes: Int) throws(CollectorError) {
    do {
      file = try DatabaseFile(path)
      database = try DatabasePool(path: path, configuration: Self.settings)
      try Schema.migrate(database)
      state = Locked(try database.read(Counts.totals))
    } catch {
      throw CollectorError(
        code: .databaseUnavailable, message: "cannot open the database \(path): \(error)")
    }
    probe = ReadinessProbe(database, file, minFreeBytes: minFreeBytes)
  }

  var totals: CollectorStatistics { state.withLock { $0 } }

  /// Does nothing: the tables are current since the database was opened.
  func migrate() async {}

  func readiness() async -> Readiness {
    isClosed.withLock { $0 } ? .unready("the store is closed") : await probe.readiness()
  }

  func size() async -> StoreSize {
    StoreSize(bytes: file.size, freeBytes: file.freeBytes.map { Int(clamping: $0) })
  }

  func commit(_ requests: [StoreRequest]) async throws(StoreFailure) -> [[StoreResult]] {
    try await write { db in
      let removals = try Removals(db)
      var activity = ActivityChange()
      let results = try requests.map { try $0.insert(into: db, removals, &activity) }
      try ActivityTable.add(activity, in: db)
      return results
    }
  }

  /// Runs one transaction; when it returns, the changes are on the disk, and are in `totals`.
  ///
  /// - Throws: Also when the database's file was removed or replaced, before the call or during it:
  ///   what was written then is lost with the file.
  func write<Result: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Result
  ) async throws(StoreFailure) -> Result {
    do {
      try requireFile()
      let (result, totals) = try await database.write { db in
        (try change(db), try Counts.totals(db))
      }
      try requireFile()
      state.withLock { $0 = totals }
      await probe.committed()
      return result
    } catch {
      await probe.failed()
      throw .unavailable("\(error)")
    }
  }

  private func requireFile() throws(CollectorError) {
    guard file.isThere else {
      throw CollectorError(
        code: .databaseUnavailable,
        message: "the database \(file.path) was removed or replaced; restart the collector")
    }
  }

  /// Merges the write-ahead log before it closes: a copy of the database file alone then has all
  /// events.
  ///
  /// GRDB closes the writing connection before the reading ones, which cannot merge the log.
  func close() throws {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    // A question in progress would prevent the merge.
    questions.stop()
    do {
      try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    } catch {
      try database.close()
      throw error
    }
    try database.close()
  }

  // In WAL mode, FULL syncs the log at every commit; NORMAL would lose acknowledged events when the
  // power fails. On Apple systems a plain fsync does not reach the medium, but fullfsync does.
  private static var settings: GRDB.Configuration {
    var settings = GRDB.Configuration()
    settings.label = "cairn.collector"
    settings.busyMode = .timeout(5)
    settings.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try db.execute(sql: "PRAGMA fullfsync = ON")
      try db.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
      // A log that grew during a long read is truncated when it restarts.
      try db.execute(sql: "PRAGMA journal_size_limit = \(16 << 20)")
      db.add(function: Removals.dayFunction)
      db.add(function: Removals.formerUserFunction)
    }
    return settings
  }
}
