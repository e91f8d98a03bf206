#if canImport(PostgreSQLClient)
import Foundation
import PostgreSQLClient

/// A store in PostgreSQL, which any number of collectors share.
final class PostgreSQLEventStore: EventStore {
  struct State {
    var totals = CollectorStatistics()
    /// The number of this collector in `counts`.
    var writer: Int64 = -1
    var isMigrated = false
    var isClosed = false
    /// The last day for which there is a partition.
    var partitionedUntil = EventDay(0)
    var merge = ActivityMerge()
  }

  /// The factors by which a page or a search, and a question, may take longer than a commit.
  private static let (readTimes, questionTimes) = (6.0, 30.0)
  private static let readers = 4
  private static let maxWaitingReaders = 64

  let state = Locked(State())
  let timeout: Duration
  private let writer: PostgreSQLConnection
  private let pool: PostgreSQLPool
  private let questions = QuestionThreads()
  let activityCache: ActivityCache
  /// One for each thread for questions.
  private let questionConnections: [PostgreSQLConnection]
  private let probe = Locked<(time: ContinuousClock.Instant, readiness: Readiness)?>(nil)

  /// Creates the store; the connections are opened when they are needed.
  ///
  /// - Parameters:
  ///   - url: The servers, the user and the database: `postgres://user@host1,host2/name`.
  ///   - statementTimeout: The longest time of a statement, also of a commit that waits for its
  ///     standbys.
  ///   - questionCacheBytes: The most memory for events that questions read before.
  init(
    url: String, statementTimeout: Duration = .seconds(10), questionCacheBytes: Int = 128 << 20
  ) {
    activityCache = ActivityCache(maxBytes: questionCacheBytes)
    timeout = statementTimeout
    let state = state
    writer = PostgreSQLConnection(url, defaults: Self.defaults) { session in
      try Self.limit(session, statementTimeout)
      try Self.prepare(session, state, statementTimeout)
    }
    pool = PostgreSQLPool(
      (0..<Self.readers).map { _ in
        PostgreSQLConnection(url, defaults: Self.defaults) { session in
          try Self.limit(session, statementTimeout * Self.readTimes)
        }
      }, maxWaiting: Self.maxWaitingReaders)
    questionConnections = (0..<QuestionThreads.count).map { [activityCache] _ in
      PostgreSQLConnection(url, defaults: Self.defaults) { session in
        // The connection before can have ended because the server crashed, and lost rows.
        activityCache.removeAll()
        try Self.limit(session, statementTimeout * Self.questionTimes)
        // Compiling a statement takes longer than a question.
        try session.script("SET jit = off")
      }
    }
  }

  var totals: CollectorStatistics { state.withLock { $0.totals } }

  func migrate() async throws(StoreFailure) { try await write { _ in } }

  /// Writes a row, at most once a second: only that shows that events can be stored.
  func readiness() async -> Readiness {
    if state.withLock({ $0.isClosed }) { return .unready("the store is closed") }
    let last = probe.withLock { $0 }
    if let last, ContinuousClock.now - last.time < .seconds(1) { return last.readiness }
    var readiness = Readiness.ready
    do {
      let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
      let (state, timeout) = (state, timeout)
      try await write { session in
        try session.transaction { _ in
          try session.query(
            """
            INSERT INTO readiness (writer, probed_at) VALUES ($1, $2)
            ON CONFLICT (writer) DO UPDATE SET probed_at = excluded.probed_at
            """, [.integer(state.withLock { $0.writer }), .integer(now)])
          let isRestored = try session.query("SELECT \(RestoredDumpError.condition)").rows
          try Self.check(isRestored)
          try Self.end(session, within: timeout)
        }
      }
    } catch {
      readiness = .unready("\(error)")
    }
    probe.withLock { $0 = (.now, readiness) }
    return readiness
  }

  func size() async -> StoreSize {
    let bytes = try? await read { session in
      try session.query("SELECT pg_database_size(current_database())").rows.first?[0]
    }
    return StoreSize(bytes: bytes.flatMap { $0 }.flatMap { Int($0) })
  }

  func close() throws {
    state.withLock { $0.isClosed = true }
    questions.stop()
    for connection in questionConnections { connection.close() }
    writer.close()
  }

  /// Runs the body on the connection that writes.
  @discardableResult
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing PostgreSQLSession) throws -> Result
  ) async throws(StoreFailure) -> Result {
    try await perform {
      for _ in 0..<2 {
        do {
          return try await self.writer.run(body)
        } catch let error as PostgreSQLError where error.isRetryable {
          continue
        }
      }
      return try await self.writer.run(body)
    }
  }

  /// Runs the body on one of the connections that read.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing PostgreSQLSession) throws -> Result
  ) async throws(StoreFailure) -> Result {
    try await perform { try await self.pool.run(body) }
  }

  /// Runs the body on a thread for questions, with the connection of the thread.
  func ask<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing PostgreSQLSession) throws -> Result
  ) async throws(StoreFailure) -> Result {
    try await perform {
      try await self.questions.run { [questionConnections] thread in
        try questionConnections[thread].runHere(body)
      }
    }
  }

  private func perform<Result>(
    _ work: () async throws -> Result
  ) async throws(StoreFailure) -> Result {
    guard !state.withLock({ $0.isClosed }) else { throw .unavailable("the store is closed") }
    do {
      let result = try await work()
      return result
    } catch let error as QuestionTooLarge {
      throw .questionTooLarge(error.reason)
    } catch StoreFailure.questionAbandoned {
      throw .questionAbandoned
    } catch let failure as StoreFailure {
      probe.withLock { $0 = nil }
      throw failure
    } catch {
      probe.withLock { $0 = nil }
      throw .unavailable("\(error)")
    }
  }
}

extension PostgreSQLEventStore {
  private static let defaults = PostgreSQLConnection.defaults(application: "cairn-collector")

  /// Sets the longest time of a statement.
  private static func limit(
    _ session: borrowing PostgreSQLSession, _ time: Duration
  ) throws {
    let milliseconds = Int(time / .milliseconds(1))
    try session.query(
      "SELECT set_config('statement_timeout', $1, false)", [.text("\(milliseconds)ms")])
  }

  /// Prepares a new connection of the writer.
  private static func prepare(
    _ session: borrowing PostgreSQLSession, _ state: Locked<State>, _ timeout: Duration
  ) throws {
    try session.script(
      """
      SET lock_timeout = '\(Int(timeout / .milliseconds(2)))ms';
      SET idle_in_transaction_session_timeout = '30s';
      """)
    // Without it an acknowledged event could be lost with the server.
    let commits = try session.query("SHOW synchronous_commit").rows[0][0]
    if commits == "off" { try session.script("SET synchronous_commit = on") }
    if !state.withLock({ $0.isMigrated }) {
      try PostgreSQLSchema.migrate(session, within: timeout)
      state.withLock { $0.isMigrated = true }
    }
    // The lock is released with the connection.
    let number = try session.query(
      """
      SELECT n FROM generate_series(0, 255) AS n
      WHERE pg_try_advisory_lock(\(PostgreSQLSchema.writerLock), n::int) LIMIT 1
      """
    ).rows.first?[0]
    let totals = try PostgreSQLCounts.totals(session)
    state.withLock { state in
      state.writer = number.flatMap { Int64($0) } ?? -1
      state.totals = totals
    }
  }
}
#endif
