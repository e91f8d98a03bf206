import JournalInspection
import ToolSupport
import ArgumentParser
import Foundation

/// `cairnlab demo`: tests the guarantees of the SDK on this machine.
@available(macOS 14, *)
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Kill writers, break the network, and prove that no event is lost or stored twice.",
    discussion: """
      Starts a collector with SQLite in a temporary folder, a proxy in front of it that makes \
      requests fail, and processes that track numbered events with the SDK. The processes are \
      killed with SIGKILL at random and started again. At the end everything is delivered, and \
      the events that track() acknowledged, which each process recorded in a separate file, are \
      compared with the rows.

      With several destinations, each one has its own collector and proxy: the first is flaky, the \
      second slow, the third down for a part of the time, the fourth reliable; then again.

      The proxy resets connections before, during and after the response, sends slowly or not at \
      all, redirects, responds with 408, 413, 429, 500 and 503, and truncates or falsifies \
      responses.

      Exits with 1 when an event was lost, stored twice or out of order.
      """)

  @Option(help: "Destinations of each writer, 1 to 8.")
  var destinations = 1

  @Option(help: "Seconds of tracking and killing, 1 to 3600; the rest is delivered afterwards.")
  var seconds = 18.0

  @Option(help: "The minimum number of events, 1 to 1000000. (default: 50000, or 1000 per second)")
  var events: Int?

  @Option(help: "The number of kills, 0 to 400. (default: 40, or one per second)")
  var kills: Int?

  @Option(help: "Writer processes, 1 to 16.")
  var writers = 4

  @Option(help: "The share of requests with a fault, 0 to 0.9.")
  var faults = 0.3

  @Option(help: "Repeats the same choices, though not the same timing. (default: a new one)")
  var seed: UInt64?

  @Option(
    help:
      "Damage one stored row or counted event before the proof, to test that the proof detects it.")
  var sabotage: Sabotage?

  @Flag(
    help: "Track interactions with content, counted in batches, and prove that each counts once.")
  var content = false

  @Flag(help: "Print only the result, as one line of JSON.")
  var json = false

  @Flag(help: "Keep the temporary folder, which is kept anyway when the proof fails.")
  var keep = false

  func validate() throws {
    try require(destinations, in: 1...8, "--destinations")
    guard (1...3_600).contains(seconds) else { throw ValidationError("--seconds is 1 to 3600") }
    if let events { try require(events, in: 1...1_000_000, "--events") }
    if let kills { try require(kills, in: 0...400, "--kills") }
    try require(writers, in: 1...16, "--writers")
    guard (0...0.9).contains(faults) else { throw ValidationError("--faults is 0 to 0.9") }
    if content, sabotage == .swap {
      throw ValidationError("--sabotage must be lose or double: counted events have no order")
    }
  }

  func run() async throws {
    // Writing an order to a killed writer must not end this process.
    signal(SIGPIPE, SIG_IGN)
    let plan = plan
    if content { return try await runContent(plan) }
    let display = Display(plan, isSilent: json)
    let folder = try DemoFolder()
    do {
      let result = try await Interruption.watching {
        try await DemoRun(plan: plan, folder: folder, display: display).run()
      }
      display.end()
      try report(result, folder)
    } catch let interruption as Interruption {
      display.end()
      folder.remove()
      throw ExitCode(interruption.exitCode)
    } catch let error where !(error is ExitCode) {
      display.end()
      complain("\(error)", folder)
      throw ExitCode.failure
    }
  }

  private var plan: DemoPlan {
    DemoPlan(
      writers: writers, destinations: destinations,
      events: events ?? min(max(50_000, Int(1_000 * seconds)), 1_000_000),
      kills: kills ?? min(max(40, Int(seconds)), 400), seconds: seconds, faults: faults,
      seed: seed ?? UInt64.random(in: 0...UInt64(UInt32.max)), sabotage: sabotage,
      isContent: content)
  }

  private func report(_ result: DemoResult, _ folder: DemoFolder) throws {
    let terminal = Terminal.standardOutput
    if json {
      terminal.write(result.json + "\n")
    } else {
      terminal.write(result.table(terminal) + "\n")
    }
    let problems = result.problems
    for problem in problems { complain(problem) }
    if !problems.isEmpty || keep { complain("the folder is kept: \(folder.root.path)") }
    if problems.isEmpty && !keep { folder.remove() }
    if !json { terminal.write(result.verdict(terminal) + "\n") }
    if !problems.isEmpty { throw ExitCode.failure }
  }

  func complain(_ problem: String, _ folder: DemoFolder? = nil) {
    var text = "\(problem)\n"
    if let folder { text += "the folder is kept: \(folder.root.path)\n" }
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  private func require(_ value: Int, in range: ClosedRange<Int>, _ name: String) throws {
    guard !range.contains(value) else { return }
    throw ValidationError("\(name) is \(range.lowerBound) to \(range.upperBound)")
  }
}
