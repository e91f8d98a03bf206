import AsyncHTTPClient
import Foundation
import PostgreSQLClient
import Testing
import ToolTestSupport

@testable import CairnCollector
@testable import Shipping

/// A store in PostgreSQL, and an empty database in ClickHouse.
struct ShippingFixture: Sendable {
  /// Why the tests with both servers cannot run; in CI they run, and fail.
  static let canRun =
    Installed.isInCI || ClickHouseServer.isInstalled && PostgreSQLServer.shared != nil

  let store: StoreFixture
  let clickHouse: ClickHouseServer
  /// The URL of its database.
  let target: String

  /// Runs the body.
  ///
  /// `other` is another server of ClickHouse than the one that all tests share.
  static func run(
    on other: ClickHouseServer? = nil, postgreSQL: PostgreSQLServer? = PostgreSQLServer.shared,
    _ body: (ShippingFixture) async throws -> Void
  ) async throws {
    let clickHouse = try #require(other ?? ClickHouseServer.shared, "clickhouse-server is missing")
    let postgreSQL = try #require(postgreSQL, "PostgreSQL is missing")
    let target = try await clickHouse.database()
    try await StoreFixture.run(.postgresql, on: postgreSQL) { store in
      try await body(ShippingFixture(store: store, clickHouse: clickHouse, target: target))
    }
  }

  var database: String { target.split(separator: "/").last.map(String.init) ?? "" }
  var table: String { "\(database).events" }

  /// Runs `cairnctl ship --once`.
  func ship(_ more: String..., to address: String? = nil) async throws -> Command.Result {
    let arguments = ["ship", "--from", store.url, "--to", address ?? target, "--once"] + more
    return try await offThread { Result { try Command.run(arguments) } }.get()
  }

  /// Ships everything, and fails the test if that does not succeed.
  func shipAll(_ more: String...) async throws {
    let arguments = ["ship", "--from", store.url, "--to", target, "--once"] + more
    let result = try await offThread { Result { try Command.run(arguments) } }.get()
    #expect(result.status == 0, "\(result.error)")
  }

  /// The parts of a shipper, for tests that do its steps one by one.
  func parts() throws -> (ledger: ShippingLedger, target: ClickHouseTarget, table: ClickHouseTable)
  {
    let address = try #require(ClickHouseAddress(target))
    let table = try #require(ClickHouseTable(database: database, name: "events"))
    return (
      ShippingLedger(url: store.url, projection: "clickhouse"),
      ClickHouseTarget(ClickHouseClient(.shared), [address], table), table
    )
  }

  /// Runs SQL in PostgreSQL; returns the first column.
  @discardableResult
  func sql(_ text: String) async throws -> [String] {
    let connection = PostgreSQLConnection(store.url, defaults: [:])
    defer { connection.close() }
    return try await connection.run { try $0.script(text).rows.map { $0[0] ?? "NULL" } }
  }

  /// Fails the test unless both have the same events by project and day, each once.
  ///
  /// `final`: whether ClickHouse collapses versions of the same event while it reads.
  func expectEqual(final: Bool = false, _ place: SourceLocation = #_sourceLocation) async throws {
    let expected = try await sql(
      """
      SELECT project || ' ' || shown || ' ' || count(*) || ' ' || count(DISTINCT message_id)
      FROM (
        SELECT project, message_id, CASE WHEN day < date '1970-01-01' THEN 0
          ELSE least(greatest(day - date '1970-01-01', 1), 49671) END AS shown FROM events) AS all_of
      GROUP BY project, shown ORDER BY project COLLATE "C", shown
      """)
    let found = try await clickHouse.rows(
      """
      SELECT concat(project, ' ', toString(toUInt16(day)), ' ', toString(count()), ' ',
        toString(uniqExact(message_id)))
      FROM \(table) \(final ? "FINAL" : "") GROUP BY project, day ORDER BY project, day
      """)
    #expect(found == expected, sourceLocation: place)
  }

  /// Returns how many rows of a user ClickHouse has.
  func rows(of user: String) async throws -> String {
    try await clickHouse.query("SELECT count() FROM \(table) WHERE user_id = '\(user)'")
  }

  /// Events of a user on days of several months; each third id has no day.
  static func events(_ name: String, _ count: Int, user: String = "u") -> [String] {
    (0..<count).map { index in
      let id =
        index.isMultiple(of: 3)
        ? "\(name)-\(index)"
        : StoreEvents.id(
          milliseconds: 1_790_000_000_000 + Int64(index % 5) * 1_000_000_000,
          abs(name.hashValue) % 1_000_000 * 1_000 + index)
      return StoreEvents.event(id, user: user)
    }
  }
}
