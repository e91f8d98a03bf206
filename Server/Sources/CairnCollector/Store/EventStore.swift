import GRDB
import Logging

/// The database: each event once, by project and message id.
final class EventStore: Sendable {
  struct State {
    var totals: CollectorStatistics
    var isFailing = false
  }

  let database: DatabasePool
  private let state: Locked<State>

  init(path: String) throws(CollectorError) {
    do {
      database = try DatabasePool(path: path, configuration: Self.settings)
      try Schema.migrate(database)
      state = Locked(State(totals: try database.read(Counts.totals)))
    } catch {
      throw CollectorError(
        code: .databaseUnavailable, message: "cannot open the database \(path): \(error)")
    }
  }

  /// Totals as of the last commit.
  var totals: CollectorStatistics { state.withLock { $0.totals } }

  /// Whether the last attempt to commit failed.
  var isFailing: Bool { state.withLock { $0.isFailing } }

  /// Stores the events of all requests in one transaction; when it returns they are on the disk.
  ///
  /// - Returns: For each request, for each of its events, whether it was new.
  func insert(_ requests: [StoreRequest]) async throws -> [[Bool]] {
    do {
      let (results, totals) = try await database.write { db in
        let results = try requests.map { try $0.insert(into: db) }
        return (results, try Counts.totals(db))
      }
      state.withLock { $0 = State(totals: totals) }
      return results
    } catch {
      state.withLock { $0.isFailing = true }
      throw error
    }
  }

  func close() throws {
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
    }
    return settings
  }
}
