import Cairn
import CairnTesting
import Testing

/// Dead letters have a cap, and dropped letters are counted.
@Suite struct DeadLetterCapTests {
  static let folder = "/test/key-ef46db3751d8e999/v1"

  let clock = ManualClock()
  let storage = TestStorage()

  func server() -> RecordingDestination {
    let server = RecordingDestination(name: "d", limits: BatchLimits(events: 10))
    server.answerEach { _ in .refused("no such event") }
    return server
  }

  func start() async -> Analytics {
    var configuration = Configuration(destinations: [server()])
    configuration.journal.deadLetterBytes = 65_536
    return await launch(configuration, clock, storage)
  }

  var bytes: Int {
    get throws {
      let folder = Self.folder + "/dest/d/dead"
      return try storage.files.list(folder).filter { $0.hasSuffix(".seg") }.reduce(0) { sum, name in
        sum + (try OpenFile("\(folder)/\(name)", .read, in: storage.files).status().size)
      }
    }
  }

  func box() -> DeadLetterManager {
    DeadLetterManager(
      Self.folder, destination: "d", files: storage.files, clock: clock,
      randomness: SeededRandomness(seed: 77))
  }

  @Test("a server that refuses everything fills no disk: the oldest go, and the account is exact")
  func cap() async throws {
    var sent = 0
    for _ in 1...3 {
      let analytics = await start()
      for _ in 1...20 {
        for _ in 1...10 {
          sent += 1
          analytics.track("Event \(sent)", ["filler": .string(String(repeating: "x", count: 700))])
        }
        await analytics.flush()
        #expect(try bytes <= 65_536 + 10 * 1_500)
        let row = try #require(analytics.ledger()["d"])
        #expect(row.balances && row.accepted == UInt64(sent) && row.pending == 0)
        #expect(row.deadLettered + (row.dropped[.deadLettersFull] ?? 0) == UInt64(sent))
        #expect(try box().contents().events == Int(row.deadLettered))
      }
      await analytics.close()
    }
    let letters = try box().contents().letters
    #expect(letters.count > 20 && letters.count < 90)
    // The newest are there.
    #expect(
      letters.last.map { String(decoding: $0.event, as: UTF8.self).contains("Event 600\"") } == true
    )
    let report = try await box().discard { _ in true }
    #expect(report == DeadLetterManager.Report(events: letters.count, remaining: 0))
    let analytics = await start()
    let row = try #require(analytics.ledger()["d"])
    #expect(row.balances && row.accepted == 600 && row.deadLettered == 0)
    #expect(row.dropped[.discarded] == UInt64(letters.count))
    #expect(row.dropped[.deadLettersFull] == 600 - UInt64(letters.count))
    await analytics.close()
  }

  @Test("a process that reads the letters is not disturbed: they are removed afterwards")
  func busy() async throws {
    let analytics = await start()
    func refuse(_ count: Int) async {
      for _ in 1...count {
        analytics.track("Event", ["filler": .string(String(repeating: "x", count: 700))])
      }
      await analytics.flush()
    }
    await refuse(10)
    var held = try CursorFile(Self.folder + "/dest/d/dead/state", files: storage.files)
    await refuse(100)
    #expect(try bytes > 80_000)
    withExtendedLifetime(held) {}
    held = nil
    await refuse(10)
    #expect(try bytes <= 65_536)
    let row = try #require(analytics.ledger()["d"])
    #expect(row.balances && row.accepted == 120)
    #expect(try box().contents().events == Int(row.deadLettered))
    await analytics.close()
  }
}
