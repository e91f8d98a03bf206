import ArgumentParser
import CairnCollector
import Foundation
import Logging
import ToolSupport

/// The collector that is measured, in a process of its own: so that its processor time and its memory are its own.
struct BenchServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the collector for a benchmark, which starts and stops it.",
    shouldDisplay: false)

  @Option var database: String
  @Option(help: "A write key, which is also the project.") var key: [String] = []

  /// Tells the port; then a line about itself for each line that it is sent, until there are no more.
  func run() async throws {
    var configuration = CollectorConfiguration(databasePath: database)
    configuration.port = 0
    configuration.writeKeys = Dictionary(uniqueKeysWithValues: key.map { ($0, $0) })
    configuration.readKeys = ["reader": .allProjects]
    let collector = try Collector(
      configuration, logger: Logger(label: "collector") { _ in SwiftLogNoOpLogHandler() })
    async let run: Void = collector.run()
    let output = Terminal.standardOutput
    output.write("\(try await collector.boundPort())\n")
    await withCheckedContinuation { continuation in
      // A thread of its own: what keeps the collector busy must not keep this from answering.
      Thread.detachNewThread {
        while readLine() != nil { output.write(ServerUsage(collector).line + "\n") }
        continuation.resume()
      }
    }
    await collector.stop()
    try await run
  }
}

/// What a collector in a process of its own has used and stored.
struct ServerUsage: Codable {
  /// Of all threads together.
  var processorSeconds: Double
  /// The most there ever was.
  var peakRSSBytes: Int
  var stored: Int
  var duplicates: Int

  init(_ collector: Collector) {
    let statistics = collector.statistics()
    processorSeconds = ProcessorTime.seconds
    peakRSSBytes = ResidentMemory.peak
    stored = statistics.stored
    duplicates = statistics.duplicatesReceived
  }

  fileprivate var line: String {
    let data = try? JSONEncoder().encode(self)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
