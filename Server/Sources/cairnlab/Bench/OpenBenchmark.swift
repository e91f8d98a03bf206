import ToolSupport
import Cairn
import Foundation

/// Writes a journal in one process, and opens and delivers it in another.
enum OpenBenchmark {
  /// Accepts everything at once, after sealing it as for HTTP.
  private struct Sink: Destination {
    let name = "sink"
    let wire: HTTPDestination
    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      wire.seal(events, context: context)
    }
    func deliver(_ batch: Batch) async -> Outcome { .accepted }
  }

  /// Accepts nothing.
  private struct Closed: Destination {
    let name = "sink"
    func deliver(_ batch: Batch) async -> Outcome { .halted(reason: "bench") }
  }

  static func write(_ events: Int, to folder: String) {
    var configuration = Configuration(destinations: [Closed()])
    configuration.directory = URL(fileURLWithPath: folder)
    let analytics = Analytics(configuration)
    for number in 0..<events {
      analytics.track(
        "Product Added",
        ["number": .int(number), "filler": .string(String(repeating: "x", count: 200))])
    }
    kill(getpid(), SIGKILL)
  }

  static func read(_ folder: String, inBackground: Bool) async throws -> OpenReport {
    var configuration = Configuration(destinations: [try sink()])
    configuration.directory = URL(fileURLWithPath: folder)
    configuration.flushAt = 100_000
    configuration.opensInBackground = inBackground
    let before = ResidentMemory.bytes
    let start = Stopwatch.nanoseconds()
    let analytics = Analytics(configuration)
    let opened = Stopwatch.nanoseconds()
    analytics.track("First")
    let tracked = Stopwatch.nanoseconds()
    // Waits for the journal.
    let own = analytics.ledger().recorded
    let ready = Stopwatch.nanoseconds()
    let afterOpening = ResidentMemory.bytes
    await analytics.flush()
    let delivered = Stopwatch.nanoseconds()
    let row = analytics.ledger().destinations[0]
    return OpenReport(
      events: Int(row.accepted - own), openMillis: millis(opened - start),
      firstTrackMillis: millis(tracked - start), readyMillis: millis(ready - start),
      openRSSBytes: afterOpening - before, deliverRSSBytes: ResidentMemory.bytes - before,
      deliveredPerSecond: Int(row.delivered) * 1_000_000 / max(1, (delivered - ready) / 1_000))
  }

  private static func millis(_ nanoseconds: Int) -> Double { Double(nanoseconds / 1_000) / 1_000 }

  private static func sink() throws -> Sink {
    guard let url = URL(string: "http://127.0.0.1") else { throw URLError(.badURL) }
    return Sink(wire: HTTPDestination(endpoint: url, writeKey: "bench"))
  }
}
