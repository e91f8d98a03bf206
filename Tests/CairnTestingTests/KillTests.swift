import Cairn
import CairnTesting
import Foundation
import Testing

/// Compares a simulated kill with SIGKILL on the real engine: the next launch has the same result.
@Suite(.serialized) struct KillTests {
  enum Story: String, CaseIterable, Codable {
    case stored, inMemory, delivered, identified, registered

    /// Runs the app until it is killed; the disk is full when `isFull` is called with true.
    func tell(_ analytics: Analytics, _ isFull: (Bool) async -> Void) async {
      analytics.track("One")
      switch self {
      case .stored: analytics.track("Two")
      case .inMemory:
        await isFull(true)
        analytics.track("Two")
        analytics.track("Three")
        // The disk works again, and no call has used it yet.
        await isFull(false)
      case .delivered:
        await analytics.flush()
        analytics.track("Two")
      case .identified:
        analytics.identify("user-1", traits: ["plan": "pro"])
        await isFull(true)
        analytics.identify("user-2")
        await isFull(false)
      case .registered:
        analytics.superProperties.register(["a": 1])
        analytics.track("Two")
        await isFull(true)
        analytics.track("Three")
        await isFull(false)
      }
    }

    /// Returns the state of the next launch and its deliveries.
    static func verdict(_ analytics: Analytics, _ destination: RecordingDestination) async
      -> [String]
    {
      let user = analytics.userID ?? "-"
      analytics.track("Next")
      await analytics.flush()
      let row = analytics.ledger().destinations[0]
      let events = destination.acceptedEvents.map { event in
        let fields = event.fields ?? [:]
        let properties = (fields["properties"] as? [String: Any])?.keys.sorted() ?? []
        return "\(fields["event"] ?? fields["type"] ?? "") \(properties)"
      }
      return events + ["user \(user)", "pending \(row.pending)"]
    }
  }

  /// The seconds until the next retry of a write; all other timers are later.
  private static let retry = 0.0...0.5

  static func configuration(_ destination: RecordingDestination) -> Configuration {
    var configuration = Configuration(destinations: [destination])
    configuration.lifecycleEvents = []
    configuration.sessionTimeout = nil
    configuration.diagnostics = { _ in }
    return configuration
  }

  /// Runs in a separate process, which kills itself.
  private static func live(_ story: Story, in folder: String) async {
    let isFull = Locked(false)
    let files = FaultyFileSystem(PosixFileSystem()) { call in
      isFull.withLock { $0 } && ["write", "create"].contains(call.name) ? .fail(28) : .none
    }
    var configuration = configuration(RecordingDestination())
    configuration.directory = URL(fileURLWithPath: folder)
    configuration.seams.files = files
    let analytics = Analytics(configuration)
    // The disk stays full until the kill: otherwise it is luck whether the retry comes first.
    await story.tell(analytics) { value in if value { isFull.withLock { $0 = true } } }
    kill(getpid(), SIGKILL)
  }

  private func real(_ story: Story) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [story, path = folder.path as String] in
      await Self.live(story, in: path)
    }
    let destination = RecordingDestination()
    var configuration = Self.configuration(destination)
    configuration.directory = folder
    let next = Analytics(configuration)
    let verdict = await Story.verdict(next, destination)
    await next.close()
    return verdict
  }

  private func inKit(_ story: Story) async -> [String] {
    let first = TestAnalytics(Self.configuration(RecordingDestination()))
    await story.tell(first.analytics) { isFull in
      // The first retry comes at once, and has to fail.
      if !isFull { await first.clock.waitForSleeper(forSeconds: Self.retry) }
      first.storage.isFull = isFull
    }
    let known = first.destination.acceptedEvents.count
    let second = await first.relaunch()
    second.storage.isFull = false
    let verdict = await Story.verdict(second.analytics, second.destination)
    await second.analytics.close()
    return Array(verdict.dropFirst(known))
  }

  @Test("a relaunch in the kit is a launch after SIGKILL", arguments: Story.allCases)
  func same(story: Story) async throws {
    let real = try await real(story)
    #expect(await inKit(story) == real)
  }

  @Test("data in memory is lost by a relaunch, and the earlier launch does nothing more")
  func abandoned() async {
    let first = TestAnalytics(Self.configuration(RecordingDestination()))
    first.analytics.track("One")
    first.storage.isFull = true
    first.analytics.track("Two")
    #expect(first.analytics.ledger().buffered == 1)
    await first.clock.waitForSleeper(forSeconds: Self.retry)
    first.storage.isFull = false
    let second = await first.relaunch()
    first.analytics.track("Too late")
    await first.analytics.flush()
    await second.analytics.flush()
    let names = second.destination.events.compactMap { $0.fields?["event"] as? String }
    #expect(names == ["One"])
    #expect(second.analytics.ledger().balances)
  }

  @Test("an answer after the relaunch is ignored: the batch is delivered again")
  func underWay() async {
    let gate = DispatchSemaphore(value: 0)
    let held = Held(gate)
    let first = TestAnalytics(
      Self.configuration(RecordingDestination()), deliveringTo: held)
    first.analytics.track("One")
    let flush = Task { await first.analytics.flush() }
    _ = await first.destination.batches(atLeast: 1)
    let second = await first.relaunch()
    second.analytics.track("Two")
    await second.analytics.flush()
    gate.signal()
    _ = await first.destination.outcomes(atLeast: 2)
    flush.cancel()
    let names = second.destination.acceptedEvents.compactMap { $0.fields?["event"] as? String }
    #expect(names == ["One", "Two"])
    #expect(second.analytics.ledger().destinations[0].delivered == 2)
  }

  /// Refuses the first batch when the test requests it, even if its task is cancelled, and accepts
  /// all others at once.
  private final class Held: Destination {
    let name = "held"
    private let isFirst = Locked(true)
    private let gate: DispatchSemaphore

    init(_ gate: DispatchSemaphore) { self.gate = gate }

    func deliver(_ batch: Batch) async -> Outcome {
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      guard isFirst else { return .accepted }
      await withCheckedContinuation { done in
        Thread { [gate] in
          _ = gate.wait(timeout: .now() + .seconds(HangLimit.seconds))
          done.resume()
        }.start()
      }
      return .refused("no")
    }
  }
}
