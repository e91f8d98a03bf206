import ToolSupport
import ArgumentParser
import Cairn
import Foundation

/// Measures the cost of a start with many waiting events.
struct BenchOpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Measure opening a journal of undelivered events, and delivering them.",
    discussion: "The journal is written by a process that is killed, and opened by a new one.")

  @Flag(help: "Print JSON instead of lines.") var json = false
  @Option(help: "Undelivered events; 1 or more.") var events = 100_000
  @Option(help: .private) var write: String?
  @Option(help: .private) var read: String?

  func validate() throws {
    if events < 1 { throw ValidationError("At least one event is required.") }
  }

  func run() async throws {
    if let write { return OpenBenchmark.write(events, to: write) }
    if let read { return print(try await OpenBenchmark.read(read).json()) }
    let folder = NSTemporaryDirectory() + "cairn-bench-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let count = ["--events", "\(events)"]
    _ = try BenchProcess.run(["open", "--write", folder] + count)
    let output = try BenchProcess.run(["open", "--read", folder] + count)
    let report = try JSONDecoder().decode(OpenReport.self, from: output)
    print(json ? try report.json() : report.text)
  }
}

/// The result of `bench open`.
struct OpenReport: Codable {
  var events: Int
  var openMillis: Double
  /// The growth of the process's resident memory while it opens the journal.
  var openRSSBytes: Int
  /// The growth of the resident memory at the end of delivery.
  var deliverRSSBytes: Int
  var deliveredPerSecond: Int

  func json() throws -> String {
    try StableJSON.text(self)
  }

  /// The result as lines for people.
  var text: String {
    """
    undelivered events:         \(events)
    opening took:               \(openMillis) ms
    memory grew by opening:     \(openRSSBytes / 1_024) KiB
    memory grew by delivering:  \(deliverRSSBytes / 1_024) KiB
    delivered a second:         \(deliveredPerSecond)
    """
  }
}
