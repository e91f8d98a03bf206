import Cairn
import Foundation

/// The command `stay`: a process that follows orders, one per line, until its input ends; one that
/// handles signals stays until a signal arrives.
struct Resident {
  private let configuration: Configuration
  private let listens: Bool

  init(_ arguments: Arguments) throws {
    var destinations: [any Destination] = []
    if arguments.text("requests") != nil { destinations += try arguments.logs() }
    if let address = arguments.text("endpoint").flatMap({ URL(string: $0) }) {
      destinations.append(HTTPDestination(endpoint: address, writeKey: "workload"))
    }
    var configuration = try arguments.configuration(destinations)
    configuration.flushInterval = 0.05
    configuration.retry.firstDelay = 0.05
    configuration.retry.maximumDelay = 0.2
    if let pause = arguments.text("first-pause").flatMap(Double.init) {
      configuration.retry = RetryPolicy(firstDelay: pause, maximumDelay: 300, jitter: .none)
    }
    if arguments.text("patient") == "yes" { configuration.flushInterval = 86_400 }
    listens = arguments.text("signals") == "yes"
    if listens {
      configuration.terminationSignals = [.terminate, .interrupt]
    }
    let said = try arguments.text("log").map { try Channel($0) }
    configuration.diagnostics = { said?.write("\($0.code)") }
    self.configuration = configuration
  }

  func run() async {
    let analytics = Analytics(configuration)
    var number = 0
    say("ready")
    while let line = await Self.line() {
      let words = line.split(separator: " ")
      switch words.first {
      case "track":
        for _ in 0..<(words.dropFirst().first.flatMap { Int($0) } ?? 1) {
          number += 1
          let event = NumberedEvent(run: 1, thread: 1, number: number)
          analytics.track(NumberedEvent.name, event.properties(most: 100))
        }
        say("tracked \(number)")
      case "report":
        let row = analytics.diagnostics.snapshot().destinations[0]
        say("\(row.deliveries.attempts) \(row.queueDepth) \(row.problem ?? "-")")
      default: say("? \(line)")
      }
    }
    if listens { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
  }

  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// Reads a line on a separate thread, so that it blocks no task.
  private static func line() async -> String? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: readLine()) }
    }
  }
}
