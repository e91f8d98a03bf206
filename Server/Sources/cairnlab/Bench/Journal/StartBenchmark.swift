import JournalInspection
import ToolSupport
import Cairn
import Foundation

/// Measures opening after a crash with many undelivered events in a new process, and reading all of
/// them.
struct StartBenchmark {
  /// The result of one opening.
  struct Opening: Codable {
    var events: Int
    var openMillis: Double
    var openRSSBytes: Int
  }

  private struct Closed: Destination {
    let name = "closed"
    func deliver(_ batch: Batch) async -> Outcome { .halted(reason: "bench") }
  }

  private static let instance = "bench"
  let folder: String

  private static func configuration(_ folder: String) -> Configuration {
    var configuration = Configuration(destinations: [Closed()])
    configuration.directory = URL(fileURLWithPath: folder)
    configuration.instance = instance
    configuration.flushAt = 100_000
    return configuration
  }

  /// Writes events of 400 bytes and kills the process.
  static func write(_ events: Int, to folder: String) throws {
    let log = "\(folder)/\(instance)/v1/log"
    let journal = try BenchJournal(log)
    var buffer = OutputBuffer(capacity: 1_024)
    for index in 0..<events {
      BenchJournal.fill(&buffer, payload: 400, id: UInt64(index))
      _ = try journal.append(&buffer, at: SystemClock().now())
    }
    kill(getpid(), SIGKILL)
  }

  /// Opens the folder; it is ready to append and to deliver when the call returns.
  static func open(_ folder: String) -> Opening {
    let configuration = configuration(folder)
    let before = ResidentMemory.bytes
    let start = Stopwatch.nanoseconds()
    let analytics = Analytics(configuration)
    let nanoseconds = Stopwatch.nanoseconds() - start
    let grown = ResidentMemory.bytes - before
    return Opening(
      events: Int(analytics.ledger().destinations[0].pending),
      openMillis: Double(nanoseconds / 1_000) / 1_000, openRSSBytes: grown)
  }

  /// Returns the medians of the openings, each in a separate process.
  func run(runs: Int, events: Int) throws -> Opening {
    _ = try Self.child(["--write", folder, "--events", "\(events)"])
    var openings: [Opening] = []
    for _ in 0..<runs {
      let output = try Self.child(["--open", folder])
      openings.append(try JSONDecoder().decode(Opening.self, from: output))
    }
    return Opening(
      events: openings.map(\.events).min() ?? 0,
      openMillis: openings.map(\.openMillis).median ?? 0,
      openRSSBytes: openings.map(\.openRSSBytes).median ?? 0)
  }

  /// Returns the megabytes per second of a verification with all files in memory.
  func verify(runs: Int) async throws -> (megabytesPerSecond: Int, bytes: Int, isSound: Bool) {
    let journal = try JournalSearch.journals(in: folder)[0]
    var found: [Verification] = []
    for _ in 0...runs { found.append(await Verification(journal)) }
    // The first run is a warm-up.
    let rates = found.dropFirst().map(\.megabytesPerSecond)
    return (rates.median ?? 0, found[0].bytes, found.allSatisfy(\.sound))
  }

  /// Runs this program again, and returns its output.
  private static func child(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["bench", "journal"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
