import ToolSupport
import ArgumentParser
import Foundation

/// Measures the cost of a decision.
struct BenchExperimentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "experiments",
    abstract: "Measure decisions, compared with one hash of the same bytes.",
    discussion: """
      Measures each visitor's decision for each of twenty experiences, half of them with rules, by \
      key, on one thread. Nothing is stored or tracked. Then it measures runExperience, as an app \
      calls it, for visitors with earlier decisions: alone, and while another thread stores \
      changes of other visitors. Goal: 500 000 decisions per second, and at most 5 µs for a \
      decision and for such a call at the 99th percentile; exits with 1 if the goal is missed.
      """)

  @Flag(help: "Print JSON instead of lines.") var json = false
  @Option(help: "The number of visitors; 1000 or more.") var visitors = 100_000

  func validate() throws {
    guard visitors >= 1_000 else { throw ValidationError("Too few visitors for a result.") }
  }

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = try await ExperimentsBenchmark().run(visitors: visitors, in: folder)
    print(json ? try StableJSON.text(report) : report.text)
    if !report.isQuickEnough { throw ExitCode(1) }
  }
}
