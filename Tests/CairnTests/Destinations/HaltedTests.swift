import Cairn
import CairnTesting
import Testing

/// A halted destination keeps everything, is retried slowly, and at once when its configuration is
/// fixed.
@Suite final class HaltedTests: Sendable {
  let clock = ManualClock()
  let storage = TestStorage()
  let said = Locked<[String]>([])
  let isMended = Locked(false)

  struct Server: Destination {
    let name = "server"
    var settings: String
    let inner: RecordingDestination
    func deliver(_ batch: Batch) async -> Outcome { await inner.deliver(batch) }
  }

  func server(_ key: String) -> Server {
    let inner = RecordingDestination(answer: { [self] _ in
      isMended.withLock { $0 } ? .accepted : .halted(reason: "status 401")
    })
    return Server(settings: key, inner: inner)
  }

  func launch(_ server: Server) -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 1
    configuration.diagnostics = { [self] line in said.withLock { $0.append(line.code) } }
    return Analytics(configuration.testing(clock: clock, storage: storage))
  }

  @Test("a halted destination is logged once, and retried every five minutes until it is accepted")
  func probes() async {
    let server = server("A")
    let analytics = launch(server)
    for number in 1...3 { analytics.track("Event \(number)") }
    _ = await server.inner.batches(atLeast: 1)
    for number in 2...4 {
      await clock.waitForSleeper(forSeconds: 300...300)
      clock.advance(bySeconds: 299)
      #expect(server.inner.batches.count == number - 1)
      clock.advance(bySeconds: 1)
      _ = await server.inner.batches(atLeast: number)
    }
    #expect(said.withLock { $0.filter { $0 == "destination.halted" }.count } == 1)
    await clock.waitForSleeper(forSeconds: 300...300)
    isMended.withLock { $0 = true }
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().destinations[0].delivered == 3)
  }

  @Test(
    "at the next launch the pause continues, unless the settings differ", arguments: ["A", "B"])
  func launches(key: String) async {
    let first = server("A")
    let before = launch(first)
    before.track("Event")
    _ = await first.inner.batches(atLeast: 1)
    await clock.waitForSleeper(forSeconds: 300...300)
    await before.engine?.stop()
    isMended.withLock { $0 = true }
    clock.advance(bySeconds: 100)
    let second = server(key)
    let after = launch(second)
    if key == "A" {
      await clock.waitForSleeper(forSeconds: 200...200)
      #expect(second.inner.batches.isEmpty)
      clock.advance(bySeconds: 200)
    }
    let batch = await second.inner.batches(atLeast: 1)[0]
    #expect(batch.key == first.inner.batches[0].key)
    #expect(batch.attempt == 1)
    await after.close()
    #expect(after.ledger().destinations[0].delivered == 1)
  }
}
