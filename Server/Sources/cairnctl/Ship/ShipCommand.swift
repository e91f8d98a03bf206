#if canImport(PostgreSQLClient)
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Shipping
import ToolSupport

/// `cairnctl ship`: ships the events of a PostgreSQL database to ClickHouse.
@available(macOS 14, *)
struct ShipCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ship",
    abstract: "Ship the events of a PostgreSQL store to ClickHouse, and remove what was erased.",
    discussion: """
      Creates the table if it is missing. Runs until SIGINT or SIGTERM, or with --once until \
      nothing is left. One shipper works on a projection at a time; others wait for it.

      Exit status: 0 everything was shipped, or a signal ended the run; 1 a server refused a \
      statement, and would again; 64 the options are wrong; 75 a server did not answer, or \
      another shipper is running, and --once does not wait.
      """)

  @Option(
    help: ArgumentHelp(
      "The database of the collectors: postgres://user@host1,host2/name. The password comes from "
        + "PGPASSWORD or ~/.pgpass.", valueName: "URL"))
  var from: String

  @Option(
    help: ArgumentHelp(
      "A ClickHouse server and a database: http://user@host:8123/database. The password comes "
        + "from CLICKHOUSE_PASSWORD. Repeat it for the replicas of a replicated table.",
      valueName: "URL"))
  var to: [String]

  @Option(help: "The table; it is created if it is missing.")
  var table = "events"

  @Option(
    help: ArgumentHelp(
      "Create the table as a replicated one, at this path in ZooKeeper. The servers need the "
        + "macro {replica}.", valueName: "path"))
  var replicated: String?

  @Option(
    help: ArgumentHelp(
      "The name under which PostgreSQL keeps the position. A second target needs another one."))
  var name = "clickhouse"

  @Option(help: "The number of events of an INSERT, 1 to 500000.")
  var rows = 50_000

  @Flag(help: "End when nothing is left to ship.")
  var once = false

  @Flag(help: "Forget what was shipped, and ship everything again: after a loss of the table.")
  var restart = false

  /// EX_TEMPFAIL of sysexits.h.
  private static let temporary: Int32 = 75

  func validate() throws {
    guard ["postgres://", "postgresql://"].contains(where: from.hasPrefix) else {
      throw ValidationError("--from is a URL that begins with postgres://")
    }
    guard !name.isEmpty else { throw ValidationError("--name is empty") }
    guard (1...500_000).contains(rows) else { throw ValidationError("--rows is 1 to 500000") }
    _ = try target()
  }

  /// The servers and the table.
  private func target() throws -> (addresses: [ClickHouseAddress], table: ClickHouseTable) {
    let password = ProcessInfo.processInfo.environment["CLICKHOUSE_PASSWORD"]
    let addresses = to.compactMap { ClickHouseAddress($0, password: password) }
    guard !addresses.isEmpty, addresses.count == to.count else {
      throw ValidationError("--to is a URL such as http://user@host:8123/database")
    }
    guard Set(addresses.map(\.database)).count == 1, addresses.count == 1 || replicated != nil
    else {
      throw ValidationError("several --to need --replicated, and name the same database")
    }
    let table = ClickHouseTable(
      database: addresses[0].database, name: table, replicatedPath: replicated)
    guard let table else {
      throw ValidationError(
        "names of tables and databases have letters, digits and _; --replicated begins with /")
    }
    return (addresses, table)
  }

  func run() async throws {
    let (addresses, table) = try target()
    let secrets = Secrets([from] + to)
    let ledger = ShippingLedger(url: from, projection: name)
    let http = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: ClickHouseClient.configuration)
    let status: Int32
    do {
      if restart, try await !ledger.restart() {
        complain("another shipper is running")
        status = Self.temporary
      } else {
        let target = ClickHouseTarget(ClickHouseClient(http), addresses, table)
        status = try await ship(ledger, target, secrets)
      }
    } catch let interruption as Interruption {
      status = once ? interruption.exitCode : 0
    } catch {
      complain(secrets.removed(from: "\(error)"))
      status = 1
    }
    try await http.shutdown()
    ledger.close()
    if status != 0 { throw ExitCode(status) }
  }

  private func ship(
    _ ledger: ShippingLedger, _ target: ClickHouseTarget, _ secrets: Secrets
  ) async throws -> Int32 {
    var limits = Shipper.Limits()
    limits.rows = rows
    let progress = ShipProgress(ledger, once: once)
    let shipper = Shipper(ledger, target, limits: limits, secrets: secrets) { report in
      await progress.show(report)
    }
    let once = once
    let result = try await Interruption.watching { try await shipper.run(once: once) }
    await progress.end()
    switch result.end {
    case .complete: return 0
    case .busy:
      complain("another shipper is running")
      return Self.temporary
    case .refused:
      complain(result.failure ?? "a statement was refused")
      return 1
    case .gaveUp:
      complain(result.failure ?? "ClickHouse has not finished its deletions")
      return Self.temporary
    }
  }

  private func complain(_ text: String) {
    Terminal.standardError.write("cairnctl: \(text)\n")
  }
}
#endif
