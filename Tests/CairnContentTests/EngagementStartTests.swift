import Cairn
import CairnContent
import CairnTesting
import Testing

/// A destination behind `ContentEngagement` begins at its own starting point.
@Suite struct EngagementStartTests {
  /// A destination that begins at the newest event.
  private struct Latecomer: Destination {
    let server: RecordingDestination
    var name: String { server.name }
    let startingPoint = StartingPoint.now

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      server.seal(events, context: context)
    }

    func deliver(_ batch: Batch) async -> Outcome { await server.deliver(batch) }
  }

  private let scene = ContentFixture()
  private let late = RecordingDestination(name: "late")

  private func launch(_ destinations: [any Destination]) -> ContentAnalytics {
    var configuration = Configuration(
      destinations: destinations.map { ContentEngagement(to: $0) })
    configuration.syncPolicy = .never
    configuration.diagnostics = { _ in }
    return ContentAnalytics(
      Analytics(configuration.testing(clock: scene.clock, storage: scene.storage)))
  }

  @Test("a destination that begins now gets only later interactions")
  func now() async {
    // The interactions stay in the journal.
    scene.server.isOffline = true
    let first = launch([scene.server])
    first.trackAssetView("Before")
    await first.close()
    scene.server.isOffline = false
    let second = launch([scene.server, Latecomer(server: late)])
    second.trackAssetView("After")
    await second.analytics.flush()
    #expect(scene.counted.sorted() == ["After 1 0", "Before 1 0"])
    #expect(late.events.compactMap(ContentFixture.text) == ["After 1 0"])
    await second.close()
  }
}
