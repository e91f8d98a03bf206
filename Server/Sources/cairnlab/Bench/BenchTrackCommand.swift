import ToolSupport
import ArgumentParser
import Cairn
import CairnPrivacy
import Foundation

/// Measures `track()`, a bare `pwrite` of the same bytes and an insert into SQLite.
struct BenchTrackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Measure track(), and a bare pwrite(2) and a SQLite insert of the same bytes.",
    discussion: """
      An event with 10 properties, about 470 bytes of JSON, with a session and the whole context, \
      as in an app. The kinds of calls alternate in rounds, so that noise affects all of them \
      equally.
      Times of calls are in nanoseconds and include reading the clock twice, about 40 ns. The \
      steps of a call are measured alone, many times in a row.
      """)

  @Flag(help: "Print JSON instead of a table.") var json = false
  @Flag(help: "Encrypt the recorded events.") var encrypted = false
  @Option(help: "Calls of each kind, back to back; 1000 or more.") var calls = 200_000
  @Option(help: "Calls of each kind at 1 kHz; 100 or more.") var pacedCalls = 3_000

  @Flag(help: "With five super properties.") var enriched = false

  func validate() throws {
    guard calls >= 1_000, pacedCalls >= 100 else {
      throw ValidationError(
        "Too few calls: at least 1000 back to back and 100 paced are required.")
    }
  }

  func run() async throws {
    let folder = NSTemporaryDirectory() + "cairn-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let keys = FileKeyStore(directory: URL(fileURLWithPath: folder + "/keys"))
    let benchmark = TrackBenchmark(
      folder: folder, encryption: encrypted ? .chaChaPoly(keys) : nil, isEnriched: enriched)
    let report = try benchmark.run(calls: calls, pacedCalls: pacedCalls)
    if json {
      print(try StableJSON.text(report))
    } else {
      print(report.text)
    }
  }
}
