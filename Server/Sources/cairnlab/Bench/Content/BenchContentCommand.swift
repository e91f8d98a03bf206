import ToolSupport
import ArgumentParser
import Foundation

/// Measures the cost of an interaction with content.
struct BenchContentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "content",
    abstract: "Measure tracking, recovering and counting interactions with content.")

  @Flag(help: "Print JSON instead of lines.") var json = false

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-bench-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = try await ContentBenchmark.run(in: folder)
    print(json ? try StableJSON.text(report) : report.text)
  }
}
