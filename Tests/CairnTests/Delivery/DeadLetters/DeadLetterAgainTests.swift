import Cairn
import CairnTesting
import Testing

/// P8: one dead letter for an event, even if the disk fails afterwards.
@Suite struct DeadLetterAgainTests {
  @Test("an answer that cannot be settled for hours stores its dead letters once")
  func unsettled() async throws {
    let clock = ManualClock()
    let isBroken = Locked(false)
    let memory = InMemoryFileSystem(capacity: 64 << 20)
    let files = FaultyFileSystem(memory) { call in
      call.name == "sync" && isBroken.withLock { $0 } ? .fail(FileError.inputOutput) : .none
    }
    let server = RecordingDestination(name: "server")
    server.answer { _ in
      isBroken.withLock { $0 = true }
      return .partial(refused: [0: DeliveryRejection("never", status: 422)], again: [])
    }
    var configuration = Configuration(destinations: [server]).testing(clock: clock)
    configuration.seams.files = files
    let analytics = Analytics(configuration)
    for _ in 0..<3 { analytics.track("Event") }
    await analytics.flush()
    for _ in 0..<30 {
      clock.advance(bySeconds: 600)
      await analytics.flush()
    }
    #expect(server.batches.count == 1)
    #expect(analytics.ledger().destinations[0].deadLettered == 0)
    isBroken.withLock { $0 = false }
    server.answer { _ in .partial(refused: [0: DeliveryRejection("never", status: 422)], again: [])
    }
    for _ in 0..<10 where analytics.ledger().destinations[0].pending > 0 {
      clock.advance(bySeconds: 600)
      await analytics.flush()
    }
    let row = analytics.ledger().destinations[0]
    #expect((row.deadLettered, row.delivered, row.pending) == (1, 2, 0))
    await analytics.close()
    let box = DeadLetterManager(
      DeadLetterFixture.folder, destination: "server", files: memory, clock: clock,
      randomness: SeededRandomness(seed: 9))
    #expect(try box.contents().letters.count == 1)
  }
}
