import ToolSupport
import ArgumentParser
import Cairn
import Foundation

/// Measures the journal, the bare system calls and SQLite.
struct BenchJournalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "Measure appending, group commit, opening and verification of the journal.",
    discussion: """
      Measurements alternate with the bare system calls for the same bytes, so that noise affects \
      all of them equally; rates are the median of the runs. Opening is measured in new processes, \
      after the writer was killed, with all files in memory.

      --json prints an object: append (p50 and p99 in nanoseconds, ratio and ratioP99 to pwrite), \
      singleCommit and groupCommit (appendsPerSecond, ratioToBare to as many threads that each \
      sync, ratioToOneBareThread), openMillis, openRSSBytes, openEvents, openBytes, \
      verifyMBPerSecond, bare, sqlite, runs, machine. groupCommit is 16 threads, each of which \
      waits until its event survives a loss of power.
      """)

  @Flag(help: "Print JSON instead of tables.") var json = false
  @Option(help: "Undelivered events when opening; 1 or more.") var events = 1_000_000
  @Option(help: "Measured appends; 2000 or more.") var appends = 200_000
  @Option(help: "Durable appends of one thread in each run; 4 or more.") var commits = 2_000
  @Option(help: "Runs; 1 or more.") var runs = 5
  @Option(help: "A folder on the disk to measure.") var folder = NSTemporaryDirectory()
  @Option(help: .private) var write: String?
  @Option(help: .private) var open: String?

  func validate() throws {
    guard events >= 1, appends >= 2_000, commits >= 4, runs >= 1 else {
      throw ValidationError("Too few events, appends, commits or runs for a result.")
    }
  }

  func run() async throws {
    if let write { return try StartBenchmark.write(events, to: write) }
    if let open { return print(try StableJSON.text(StartBenchmark.open(open))) }
    let path = URL(fileURLWithPath: folder).path + "/cairn-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let report = try await measure(path)
    print(json ? try StableJSON.text(report) : report.text)
  }

  private func measure(_ path: String) async throws -> JournalReport {
    let calls = try AppendBenchmark(folder: path).run(appends)
    let durable = try CommitBenchmark(folder: path).run(runs: runs, commits: commits)
    let start = StartBenchmark(folder: path + "/start")
    let opening = try start.run(runs: runs, events: events)
    let verified = try await start.verify(runs: runs)
    guard verified.isSound, opening.events == events else {
      throw ValidationError("The journal that was read differs from the one that was written.")
    }
    return JournalReport(
      append: calls.append, singleCommit: durable.single, groupCommit: durable.group,
      openMillis: opening.openMillis, openRSSBytes: opening.openRSSBytes,
      openEvents: opening.events, openBytes: verified.bytes,
      verifyMBPerSecond: verified.megabytesPerSecond,
      bare: JournalReport.Bare(
        pwrite: calls.bare, commitsPerSecond: durable.bareSingle,
        commitsPerSecond16Threads: durable.bareMany),
      sqlite: JournalReport.SQLite(
        insert: calls.sqlite, fullCommitsPerSecond: durable.sqlite),
      runs: runs, machine: MachineDescription(folder: folder))
  }
}
