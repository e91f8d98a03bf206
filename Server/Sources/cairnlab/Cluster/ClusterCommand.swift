#if canImport(PostgreSQLClient)
import ArgumentParser
import Foundation
import ToolSupport

/// `cairnlab cluster`: proves that several collectors on PostgreSQL lose nothing.
@available(macOS 14, *)
struct ClusterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster",
    abstract: "Kill collectors, databases and the balancer, and prove that no event is lost.",
    discussion: """
      Starts three collectors behind HAProxy, and PostgreSQL with two synchronous standbys, in a \
      temporary folder. Clients send batches, one in ten of whose events was sent before, and \
      repeat the same bytes until the batch is acknowledged. One part after the other is killed \
      with SIGKILL: a collector, a backend of PostgreSQL, the primary (the standby with the most \
      of the log is promoted), both standbys, HAProxy, the shipper to ClickHouse, a replica of \
      ClickHouse, ZooKeeper; then again.

      At the end the acknowledged events are compared with the rows, the rows with the counts, and \
      with the rows of both replicas of ClickHouse. Exits with 1 if an event was lost or stored \
      twice, or acknowledged without a standby.

      Needs PostgreSQL, HAProxy, ClickHouse and ZooKeeper, which `Scripts/bootstrap cluster` \
      installs.
      """)

  @Option(help: "Minutes of sending and killing, 0.1 to 1440.") var minutes = 2.0
  @Option(help: "Clients, each with one request at a time, 1 to 64.") var clients = 8
  @Option(help: "Events a second of all clients, 100 to 200000.") var rate = 4_000
  @Flag(help: "Delete two rows and store one twice before the proof, to test that it detects it.")
  var sabotage = false

  @Flag(help: "Leave out ClickHouse, ZooKeeper and the shipper.") var withoutClickhouse = false
  @Flag(help: "Print only the result, as one line of JSON.") var json = false
  @Flag(help: "Keep the temporary folder, which is kept anyway when the proof fails.")
  var keep = false

  func validate() throws {
    guard (0.1...1_440).contains(minutes) else { throw ValidationError("--minutes is 0.1 to 1440") }
    guard (1...64).contains(clients) else { throw ValidationError("--clients is 1 to 64") }
    guard (100...200_000).contains(rate) else { throw ValidationError("--rate is 100 to 200000") }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    let plan = ClusterPlan(
      duration: .seconds(minutes * 60), clients: clients, eventsPerSecond: rate,
      isSabotaged: sabotage, hasClickHouse: !withoutClickhouse)
    let display = ClusterDisplay(plan, isSilent: json)
    let folder = try ClusterFolder()
    do {
      let result = try await Interruption.watching {
        try await ClusterRun(plan: plan, folder: folder, display: display).run()
      }
      display.end()
      try report(result, folder)
    } catch let interruption as Interruption {
      display.end()
      folder.remove()
      throw ExitCode(interruption.exitCode)
    } catch let error where !(error is ExitCode) {
      display.end()
      complain("\(error)\nthe folder is kept: \(folder.root)")
      throw ExitCode.failure
    }
  }

  private func report(_ result: ClusterResult, _ folder: ClusterFolder) throws {
    let terminal = Terminal.standardOutput
    terminal.write(json ? result.json + "\n" : result.table(terminal))
    let problems = result.problems
    for problem in problems { complain(problem) }
    if problems.isEmpty && !keep {
      folder.remove()
    } else {
      complain("the folder is kept: \(folder.root)")
    }
    if !json { terminal.write(result.verdict(terminal) + "\n") }
    if !problems.isEmpty { throw ExitCode.failure }
  }

  private func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }
}
#endif
