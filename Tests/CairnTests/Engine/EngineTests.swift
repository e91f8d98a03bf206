import Cairn
import CairnTesting
import Foundation
import Testing

@Suite final class EngineTests: Sendable {
  let clock = ManualClock()
  let said = Locked<[Diagnostic]>([])

  func configuration(_ destinations: [any Destination]) -> Configuration {
    var configuration = Configuration(destinations: destinations)
    configuration.diagnostics = { [self] line in said.withLock { $0.append(line) } }
    return configuration
  }

  func lines(_ code: String) -> Int { said.withLock { $0.filter { $0.code == code }.count } }

  @Test("with an unusable folder the SDK works in memory, logs that once, and the ledger shows it")
  func inMemory() async {
    let server = RecordingDestination()
    var configuration = configuration([server])
    configuration.directory = URL(fileURLWithPath: "/proc/nothing/can/be/made/here")
    let analytics = Analytics(configuration)
    for _ in 0..<5 { analytics.track("Seen") }
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().destinations[0].delivered == 5)
    #expect(analytics.ledger().isInMemory)
    #expect(lines("journal.inMemory") == 1)
    await analytics.close()
  }

  @Test("an app that starts for the first time logs nothing")
  func firstStart() async {
    let folder = RealFolder()
    var configuration = configuration([RecordingDestination()])
    configuration.directory = folder.url
    configuration.seams.host = ManualHost()
    configuration.sessionTimeout = 1_800
    configuration.lifecycleEvents = .all
    let analytics = Analytics(configuration)
    analytics.superProperties.register(["plan": "pro"])
    await analytics.close()
    #expect(said.withLock { $0.filter { $0.level > .debug }.map(\.code) } == [])
  }

  @Test("a full memory refuses and counts events, and freed memory is used again")
  func memoryIsBounded() async {
    // A delivery during recording would make space.
    let isOpen = Locked(false)
    let server = RecordingDestination(
      limits: BatchLimits(events: 100_000, bytes: 3_000_000),
      answer: { _ in
        isOpen.withLock { $0 } ? .accepted : .later(afterSeconds: nil, reason: "down")
      })
    var configuration = configuration([server])
    configuration.directory = URL(fileURLWithPath: "/proc/nothing")
    let analytics = Analytics(configuration)
    let filler = Value.string(String(repeating: "x", count: 10_000))
    for _ in 0..<2_000 { analytics.track("Large", ["x": filler]) }
    let recorded = analytics.ledger().recorded
    #expect(recorded > 500 && recorded < 900)
    #expect(analytics.ledger().refused == [.storageFailed: 2_000 - recorded])
    isOpen.withLock { $0 = true }
    // The first flush may share an earlier request.
    while !(await analytics.flush().isComplete) {}
    analytics.track("Large", ["x": filler])
    #expect(analytics.ledger().recorded == recorded + 1)
    #expect(analytics.ledger().balances)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("values out of range are clamped, and logged")
  func bounds() {
    var configuration = configuration([])
    configuration.flushAt = 0
    configuration.flushInterval = .nan
    configuration.maximumEventBytes = 1 << 40
    configuration.retry = RetryPolicy(firstDelay: -1, maximumDelay: 0)
    configuration.syncPolicy = .interval(seconds: .infinity)
    configuration.journal.age = .infinity
    configuration.journal.events = 0
    configuration.journal.lag = -1
    let diagnostics = Diagnostics(configuration.diagnostics)
    let bounded = configuration.bounded(diagnostics)
    #expect(bounded.flushAt == 1)
    #expect(bounded.flushInterval == 0.01)
    #expect(bounded.maximumEventBytes == 1_000_000)
    #expect(bounded.retry == RetryPolicy(firstDelay: 0.001, maximumDelay: 0.001))
    #expect(bounded.syncPolicy == .interval(seconds: 3_600))
    #expect(bounded.journal.age == 1e10)
    #expect(bounded.journal.events == 16)
    #expect(bounded.journal.lag == 1)
    #expect(said.withLock { $0.count } == 9)
    #expect(Engine.open(bounded) != nil)
  }

  @Test(
    "the second of two destinations with one name shares no cursor and gets no event, as is logged"
  )
  func sameName() async {
    let first = RecordingDestination()
    let second = RecordingDestination()
    let analytics = await launch(configuration([first, second]), clock)
    analytics.track("Seen")
    await analytics.flush()
    #expect(first.events.count == 1)
    #expect(second.events.isEmpty)
    #expect(lines("configuration.destinations") == 1)
  }

  @Test("instances with different keys do not mix their events")
  func instances() async {
    let storage = TestStorage()
    for key in ["one", "two"] {
      let server = RecordingDestination()
      var configuration = configuration([server])
      configuration.writeKey = key
      let analytics = await launch(configuration, clock, storage)
      analytics.track("Event of \(key)")
      await analytics.flush()
      #expect(server.events.count == 1)
    }
  }

  @Test("after closing, calls are refused and counted, and closing again does no harm")
  func closing() async {
    let server = RecordingDestination()
    let analytics = await launch(configuration([server]), clock)
    analytics.track("Before")
    #expect(await analytics.close().isComplete)
    analytics.track("After")
    #expect(analytics.ledger().refused == [.closed: 1])
    #expect(server.events.count == 1)
    await analytics.close()
    #expect(await analytics.flush().pending == 0)
  }

  @Test("segments are removed once everything in them is settled")
  func reclaim() async {
    let storage = TestStorage()
    let server = RecordingDestination()
    var configuration = configuration([server]).testing(clock: clock, storage: storage)
    configuration.seams.segmentBytes = 4_096
    configuration.syncPolicy = .never
    let analytics = Analytics(configuration)
    for _ in 0..<10 {
      for number in 0..<50 { analytics.track("Event \(number)") }
      await analytics.flush()
    }
    let files = (try? storage.files.list("/test/key-ef46db3751d8e999/v1/log")) ?? []
    #expect(files.count == 1)
    #expect(analytics.ledger().destinations[0].delivered == 500)
    #expect(analytics.ledger().balances)
  }
}
