import Cairn
import CairnTesting
import Testing

/// P3, P6: a disk without any free space, not even for the body of a batch.
@Suite struct NoRoomTests {
  /// A destination whose body contains the version that made it.
  private struct Versioned: Destination {
    let name = "server"
    let version: Int
    let recorder: RecordingDestination

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      Array("version \(version), \(events.map(\.id.description))".utf8)
    }

    func deliver(_ batch: Batch) async -> Outcome { await recorder.deliver(batch) }
  }

  private static let folder = "/test/key-ef46db3751d8e999/v1"
  private let clock = ManualClock()
  private let memory = InMemoryFileSystem(capacity: 640_000)
  private let installs = MemoryInstallRecord()

  private func launch(
    _ destination: any Destination, on memory: InMemoryFileSystem, _ seed: UInt64
  ) -> Analytics {
    var configuration = Configuration(destinations: [destination])
    configuration.flushAt = 100_000
    configuration.seams.segmentBytes = 16_384
    return Analytics(
      configuration.testing(
        clock: clock, storage: TestStorage(memory, installs: installs), seed: seed))
  }

  /// Uses up all free space, including the space reserved for delivery.
  private func fill(_ memory: InMemoryFileSystem) throws {
    Ballast(Self.folder + "/ballast", files: memory).giveUp()
    let file = try OpenFile("/filler", .create, in: memory)
    var size = 0
    for step in [4_096, 64, 1] {
      while (try? file.write([UInt8](repeating: 1, count: step), at: size)) != nil { size += step }
    }
  }

  private func settled(_ analytics: Analytics) async {
    for _ in 0..<100 where analytics.ledger().destinations[0].pending > 0 {
      clock.advance(bySeconds: 600)
      await analytics.flush()
    }
  }

  @Test("all recorded events are delivered, each batch with its own key")
  func delivered() async throws {
    let server = RecordingDestination(name: "server")
    let analytics = launch(server, on: memory, 1)
    for _ in 0..<300 { analytics.track("Event") }
    try fill(memory)
    await settled(analytics)
    let row = analytics.ledger().destinations[0]
    #expect((row.delivered, row.pending) == (300, 0))
    #expect(server.events.count == 300)
    #expect(Set(server.batches.map(\.key)).count == server.batches.count)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "after a kill the same batch is sent again: the same key and the same body",
    arguments: [1, 2])
  func killed(version: Int) async throws {
    let recorder = RecordingDestination(name: "server")
    recorder.isOffline = true
    let first = launch(Versioned(version: 1, recorder: recorder), on: memory, 1)
    for _ in 0..<20 { first.track("Event") }
    try fill(memory)
    await first.flush()
    let before = try #require(recorder.batches.last)
    #expect(before.events.count == 20)
    // The contents of the disk if the process is killed here.
    let image = InMemoryFileSystem(copying: memory)
    #expect(try image.list(Self.folder + "/dest/server").allSatisfy { !$0.hasSuffix(".body") })
    let later = RecordingDestination(name: "server")
    let second = launch(Versioned(version: version, recorder: later), on: image, 9)
    await settled(second)
    let after = try #require(later.batches.last)
    #expect(after.events.map(\.id) == before.events.map(\.id))
    // A body with other bytes belongs to another batch.
    #expect((after.key == before.key) == (version == 1))
    #expect((after.body == before.body) == (version == 1))
    #expect(second.ledger().destinations[0].pending == 0)
    await second.close(flushingForSeconds: 0)
    await first.close(flushingForSeconds: 0)
  }
}
