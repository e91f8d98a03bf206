import ToolSupport
import ArgumentParser
import Cairn
import Foundation

/// Measures the cost of a start with many waiting events.
struct BenchOpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Measure opening a journal of undelivered events, and delivering them.",
    discussion: """
      The journal is written by a process that is killed, and opened by a new one. With several \
      runs, each figure is the median of its own.
      """)

  @Flag(help: "Print JSON instead of lines.") var json = false
  @Flag(help: "Remove the journal from the system's cache before it is opened (Linux).")
  var cold = false
  @Flag(help: "Open the journal in the background (Configuration.opensInBackground).")
  var background = false
  @Option(help: "Undelivered events.") var events = 100_000
  @Option(help: "Runs, each with a journal of its own.") var runs = 1
  @Option(help: .private) var write: String?
  @Option(help: .private) var read: String?

  func validate() throws {
    if events < 0 { throw ValidationError("The number of events must not be negative.") }
    if runs < 1 { throw ValidationError("At least one run is required.") }
  }

  func run() async throws {
    if let write { return OpenBenchmark.write(events, to: write) }
    if let read {
      return print(try await OpenBenchmark.read(read, inBackground: background).json())
    }
    var reports: [OpenReport] = []
    for _ in 0..<runs { reports.append(try measure()) }
    let report = OpenReport(mediansOf: reports)
    print(json ? try report.json() : report.text)
  }

  private func measure() throws -> OpenReport {
    let folder = NSTemporaryDirectory() + "cairn-bench-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let count = ["--events", "\(events)"]
    _ = try BenchProcess.run(["open", "--write", folder] + count)
    let cached = cold ? try ColdFiles.evict(folder) : nil
    let output = try BenchProcess.run(
      ["open", "--read", folder] + count + (background ? ["--background"] : []))
    var report = try JSONDecoder().decode(OpenReport.self, from: output)
    report.cachedBytes = cached
    return report
  }
}
