import ArgumentParser
import CairnCollector
import Foundation
import Logging
import ToolSupport

/// The measured collector, in a separate process, so that its processor time and memory can be
/// measured.
struct BenchServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the collector for a benchmark, which starts and stops it.",
    shouldDisplay: false)

  @Option var database: String
  @Option(help: "A write key, which is also the project.") var key: [String] = []

  /// Prints the port; then prints its usage for each line on standard input, until the input ends.
  func run() async throws {
    let isURL = database.hasPrefix("postgres://") || database.hasPrefix("postgresql://")
    var configuration =
      isURL
      ? CollectorConfiguration(storeURL: database) : CollectorConfiguration(databasePath: database)
    configuration.port = 0
    configuration.writeKeys = Dictionary(uniqueKeysWithValues: key.map { ($0, $0) })
    configuration.readKeys = ["reader": .allProjects]
    let collector = try Collector(
      configuration, logger: Logger(label: "collector") { _ in SwiftLogNoOpLogHandler() })
    async let run: Void = collector.run()
    let output = Terminal.standardOutput
    output.write("\(try await collector.boundPort())\n")
    await withCheckedContinuation { continuation in
      // A separate thread, so that this responds even when the collector is busy.
      Thread.detachNewThread {
        while readLine() != nil { output.write(ServerUsage(collector).line + "\n") }
        continuation.resume()
      }
    }
    await collector.stop()
    try await run
  }
}

/// The usage and the stored events of a collector in a separate process.
struct ServerUsage: Codable {
  /// The processor time of all threads.
  var processorSeconds: Double
  /// The maximum resident memory.
  var peakRSSBytes: Int
  var stored: Int
  var duplicates: Int

  init(
    processorSeconds: Double = 0, peakRSSBytes: Int = 0, stored: Int = 0, duplicates: Int = 0
  ) {
    self.processorSeconds = processorSeconds
    self.peakRSSBytes = peakRSSBytes
    self.stored = stored
    self.duplicates = duplicates
  }

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
