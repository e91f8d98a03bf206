import ArgumentParser
import Foundation
import ToolSupport

/// Measures the answers of a collector to questions.
struct BenchQuestionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "questions",
    abstract: "Measure how long a collector takes to answer questions about many events.",
    discussion: """
      Sends events of 30 days, 20 names and many users to a collector in a separate process, and \
      asks it each question several times over HTTP. A store that has as many events already is \
      not filled again.

      --json prints an object: events, perSecond (0 when the store was full already), questions \
      (each with name, medianMillis and maxMillis), rounds, machine.
      """)

  @Flag(help: "Print JSON instead of a table.") var json = false
  @Option(help: "The number of events; 1,000 or more.") var events = 1_000_000
  @Option(help: "The number of people.") var people = 20_000
  @Option(help: "The number of times that each question is asked.") var rounds = 11
  @Option(
    help: ArgumentHelp(
      "A PostgreSQL database, or the path of a SQLite file. (default: a new file)",
      valueName: "URL"))
  var store: String?

  func validate() throws {
    guard events >= 1_000, people >= 1, rounds >= 1 else {
      throw ValidationError("A number is out of its range; see --help.")
    }
  }

  func run() async throws {
    let folder = NSTemporaryDirectory() + "/cairn-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let database = store ?? folder + "/events.sqlite"
    let benchmark = QuestionBenchmark(
      database: database, batches: QuestionBatches(events: events, people: people), rounds: rounds)
    let bar = ProgressBar("events", total: events) { $0.grouped }
    let (perSecond, answers) = try await benchmark.run { bar.advance(by: $0) }
    bar.end()
    let report = QuestionReport(
      events: events, perSecond: perSecond, questions: answers, rounds: rounds,
      machine: MachineDescription(folder: folder))
    print(json ? try StableJSON.text(report) : report.text)
  }
}
