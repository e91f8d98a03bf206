#if canImport(PostgreSQLClient)
import PostgreSQLClient

/// The state of a projection, which is in PostgreSQL beside the events.
///
/// All calls use one connection. It holds an advisory lock, so that one shipper works on a
/// projection; when the connection was lost, the calls fail until `resume()` has succeeded.
package final class ShippingLedger: Sendable {
  /// The first key of an advisory lock of this database; the second is a digest of the projection's
  /// name.
  private static let lock = 721_470_004
  /// The longest time that a commit waits for standbys.
  private static let commitLimit = Duration.seconds(10)

  let projection: String
  let state: LedgerState
  private let connection: PostgreSQLConnection

  package init(url: String, projection: String) {
    self.projection = projection
    let state = LedgerState()
    self.state = state
    connection = PostgreSQLConnection(
      url, defaults: PostgreSQLConnection.defaults(application: "cairn-ship")
    ) { opened in
      state.isLocked = false
      try opened.script("SET statement_timeout = '60s'; SET lock_timeout = '10s'; SET jit = off")
      let commits = try opened.query("SHOW synchronous_commit").rows[0][0]
      if commits == "off" { try opened.script("SET synchronous_commit = on") }
    }
  }

  package func close() { connection.close() }

  /// The work that an earlier shipper has left.
  struct Resumption: Sendable {
    var unfinished: [Shipment]
    var hasShipped: Bool
  }

  /// Takes the lock and returns the unfinished shipments; nil when another shipper has the lock.
  ///
  /// The first call for a projection registers it: from then on PostgreSQL lists what is erased.
  func resume() async throws -> Resumption? {
    let (projection, state) = (projection, state)
    return try await connection.run { session in
      if !state.isLocked {
        let taken = try session.query(
          "SELECT pg_try_advisory_lock(\(Self.lock), hashtext($1))", [.text(projection)]
        ).rows[0][0]
        if taken != "t" { return nil }
      }
      try Self.register(projection, session)
      let rows = try session.query(
        """
        SELECT number, stamp, lo, hi, rows FROM shipments
        WHERE projection = $1 AND shipped IS NULL ORDER BY number
        """, [.text(projection)]
      ).rows
      let finished = try session.query(
        "SELECT 1 FROM shipments WHERE projection = $1 AND shipped > 0 LIMIT 1",
        [.text(projection)]
      ).rows
      state.isLocked = true
      // In one snapshot: the goal is behind all events that are visible now.
      let now = try session.query(
        "SELECT pg_snapshot_xmax(pg_current_snapshot()), \(RestoredDumpError.condition)"
      ).rows[0]
      if now[1] == "t" { throw RestoredDumpError.events }
      if state.goal == nil { state.goal = now[0] }
      return Resumption(
        unfinished: rows.compactMap(Shipment.init), hasShipped: !finished.isEmpty)
    }
  }

  /// Forgets what was shipped, so that everything is shipped again.
  ///
  /// - Returns: Whether no other shipper had the lock.
  package func restart() async throws -> Bool {
    guard try await resume() != nil else { return false }
    let projection = projection
    try await write { session in
      try session.query("DELETE FROM shipments WHERE projection = $1", [.text(projection)])
    }
    return true
  }

  /// Waits for the deletions in progress, so that they are not in the events that are read later.
  private static func register(
    _ projection: String, _ session: borrowing PostgreSQLSession
  ) throws {
    let known = try session.query(
      "SELECT 1 FROM projections WHERE name = $1", [.text(projection)]
    ).rows
    guard known.isEmpty else { return }
    try session.transaction("LOCK TABLE projections IN EXCLUSIVE MODE") { _ in
      try session.query(
        "INSERT INTO projections (name) VALUES ($1) ON CONFLICT DO NOTHING", [.text(projection)])
      try commit(session)
    }
  }

  /// Runs the body while the lock is held.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing PostgreSQLSession) throws -> Result
  ) async throws -> Result {
    let state = state
    return try await connection.run { session in
      guard state.isLocked else {
        throw PostgreSQLError(message: "the connection was lost")
      }
      return try body(session)
    }
  }

  /// Runs the body in a transaction, which is durable when this returns.
  @discardableResult
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing PostgreSQLSession) throws -> Result
  ) async throws -> Result {
    try await run { session in
      try session.transaction { _ in
        let result = try body(session)
        try Self.commit(session)
        return result
      }
    }
  }

  /// Commits; throws when the commit ends with a warning, because it did not wait for standbys.
  private static func commit(_ session: borrowing PostgreSQLSession) throws {
    if let warning = try session.commit(within: commitLimit) {
      throw PostgreSQLError(message: "the commit may not be durable: \(warning)")
    }
  }
}

/// The state of the connection, as far as it is known.
// Sendable: used in the bodies of `PostgreSQLConnection.run` alone, which run one after another.
final class LedgerState: @unchecked Sendable {
  /// Whether the open connection holds the lock.
  var isLocked = false
  /// The first transaction that had not begun at the first `resume()`.
  var goal: String?
}

extension Shipment {
  /// Creates a shipment of the columns `number`, `stamp`, `lo`, `hi` and `rows`; nil when one of
  /// them is missing.
  package init?(_ row: [String?]) {
    guard let number = row[0].flatMap({ Int64($0) }), let stamp = row[1].flatMap({ Int64($0) }),
      let after = row[2].flatMap({ UInt64($0) }), let through = row[3].flatMap({ UInt64($0) }),
      let rows = row[4].flatMap({ Int($0) })
    else { return nil }
    self.init(number: number, stamp: stamp, after: after, through: through, rows: rows)
  }
}
#endif
