import ToolSupport
import ArgumentParser
import Foundation

/// What a decision costs.
struct BenchExperimentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "experiments",
    abstract: "Measure decisions beside one hash of the same bytes.",
    discussion: """
      Twenty experiences, half of them with rules; each visitor's decision on each, by key, on one thread. Nothing is \
      stored or tracked. Then runExperience, as an app calls it, for visitors who were told before: alone, and while \
      another thread stores changes of other visitors. Goal: 500 000 decisions a second, and neither a decision nor such \
      a call above 5 µs at the 99th percentile; exits with 1 when it is missed.
      """)

  @Flag(help: "Print JSON instead of lines.") var json = false
  @Option(help: "How many visitors; 1000 or more.") var visitors = 100_000

  func validate() throws {
    guard visitors >= 1_000 else { throw ValidationError("Too few visitors to say anything.") }
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
