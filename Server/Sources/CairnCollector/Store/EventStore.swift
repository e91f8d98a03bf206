import GRDB
import Logging

/// The database: each event once, by project and message id.
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
  /// - Returns: For each request, what became of each of its events.
  /// - Throws: Also when the database's file was removed or replaced, before or meanwhile.
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

  /// Merges the write-ahead log first: a copy of the one file has all events then.
  ///
  /// GRDB closes the connection that writes before those that read, which cannot merge it.
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

  // In WAL mode FULL syncs the log at every commit; NORMAL would lose acknowledged events when the
  // power fails. On Apple systems a plain fsync does not reach the medium, fullfsync does.
  private static var settings: GRDB.Configuration {
    var settings = GRDB.Configuration()
    settings.label = "cairn.collector"
    settings.busyMode = .timeout(5)
    settings.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try db.execute(sql: "PRAGMA fullfsync = ON")
      try db.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
      // A log that a long read made long is cut when it begins anew.
      try db.execute(sql: "PRAGMA journal_size_limit = \(16 << 20)")
    }
    return settings
  }
}
