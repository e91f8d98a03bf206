import ToolSupport
import Cairn
import CairnAdobe
import CairnContent
import Foundation

/// Measures the steps of an interaction, for comparison with the figures in the original's
/// documents.
enum ContentBenchmark {
  private static let calls = 20_000
  /// The number of waiting interactions, large enough that the memory of the process itself is
  /// negligible.
  private static let waiting = 200_000

  static func run(in folder: URL) async throws -> ContentReport {
    let (track, bytes) = try await write(calls, to: folder.appendingPathComponent("track"))
    let grown = await growth(in: folder.appendingPathComponent("wait"))
    let small = folder.appendingPathComponent("recover")
    _ = try await write(10, to: small)
    let opened = Stopwatch.measure(1) { _ = open(small, Hoarder(isClosed: true)) }
    let events = await taken(folder.appendingPathComponent("flush"))
    let edge = AdobeEdgeDestination(ContentConfiguration(["edge.configId": "bench"]))
    let flush = Stopwatch.measure(2_000) { _ = edge.seal(events, context: []) }
    return ContentReport(
      trackNanos: Latencies(track), flushOfTenNanos: Latencies(flush),
      recoverMicros: opened[0] / 1_000, diskBytesAnInteraction: bytes / calls,
      memoryBytesAnInteraction: Double(max(0, grown)) / Double(waiting))
  }

  /// Returns the growth of the process's memory while the interactions are added, after a warm-up.
  private static func growth(in folder: URL) async -> Int {
    let content = open(folder, Hoarder(isClosed: true))
    for number in 0..<calls { track(number, content) }
    let before = ResidentMemory.bytes
    for number in 0..<waiting { track(number, content) }
    let grown = ResidentMemory.bytes - before
    await content.analytics.close(flushingForSeconds: 0)
    return grown
  }

  /// Tracks interactions without delivery; returns the durations of the calls and the size of the
  /// journal.
  private static func write(_ count: Int, to folder: URL) async throws -> ([Int], Int) {
    let content = open(folder, Hoarder(isClosed: true))
    var number = 0
    let samples = Stopwatch.measure(count) {
      track(number, content)
      number += 1
    }
    let bytes = content.analytics.diagnostics.snapshot().journalBytes
    await content.analytics.close(flushingForSeconds: 0)
    return (samples, bytes)
  }

  private static func track(_ number: Int, _ content: ContentAnalytics) {
    content.trackAsset(
      "https://img.example.test/\(number % 4).jpg", .view, location: "home/top",
      extras: ["campaign": "winter"])
  }

  private static func open(_ folder: URL, _ destination: Hoarder) -> ContentAnalytics {
    var configuration = Configuration(writeKey: "bench", destinations: [destination])
    configuration.directory = folder
    return ContentAnalytics(Analytics(configuration))
  }

  /// Returns ten interactions in the form that a destination gets.
  private static func taken(_ folder: URL) async -> [StoredEvent] {
    let hoarder = Hoarder()
    let content = open(folder, hoarder)
    for number in 0..<10 { track(number, content) }
    await content.analytics.close()
    return hoarder.events.withLock { $0 }
  }

  /// Keeps the events that it gets, or accepts none.
  private final class Hoarder: Destination {
    let name = "hoarder"
    let events = Locked<[StoredEvent]>([])
    private let isClosed: Bool

    init(isClosed: Bool = false) { self.isClosed = isClosed }

    var kinds: Set<EventKind> { [.interaction] }

    func deliver(_ batch: Batch) async -> Outcome {
      if isClosed { return .halted(reason: "closed") }
      events.withLock { $0 += batch.events }
      return .accepted
    }
  }
}
