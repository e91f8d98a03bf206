import GRDB
import Logging

/// The database, which contains each event once, by project and message id.
final class EventStore: Sendable {
  let database: DatabasePool
  let file: DatabaseFile
  let readiness: Readiness
  private let state: Locked<CollectorStatistics>
  private let isClosed = Locked(false)

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
    readiness = Readiness(database, file, minFreeBytes: minFreeBytes)
  }

  /// Totals as of the last commit.
  var totals: CollectorStatistics { state.withLock { $0 } }

  /// Stores the events of all requests in one transaction; when it returns they are on the disk.
  ///
  /// - Returns: For each request, the result of each of its events.
  /// - Throws: Also when the database's file was removed or replaced, before the call or during it.
  func insert(_ requests: [StoreRequest]) async throws -> [[StoreResult]] {
    do {
      try requireFile()
      let (results, totals) = try await database.write { db in
        let results = try requests.map { try $0.insert(into: db) }
        return (results, try Counts.totals(db))
      }
      try requireFile()
      state.withLock { $0 = totals }
      await readiness.committed()
      return results
    } catch {
      await readiness.failed()
      throw error
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
    }
    return settings
  }
}
