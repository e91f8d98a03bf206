import Cairn
import CairnTesting
import Testing

/// Tests of problems that a review of the core found.
@Suite struct RobustnessTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination()

  func start(
    _ destinations: [any Destination], _ storage: TestStorage? = nil,
    _ change: (inout Configuration) -> Void = { _ in }
  ) async -> Analytics {
    var configuration = Configuration(destinations: destinations)
    configuration.flushAt = 1_000
    change(&configuration)
    return await launch(configuration, clock, storage ?? self.storage)
  }

  @Test("a destination that is left out of one launch finds its waiting events in the next")
  func leftOut() async {
    let late = RecordingDestination(
      name: "late", answer: { _ in .later(afterSeconds: 9, reason: "x") })
    var analytics = await start([server, late])
    for number in 1...50 { analytics.track("Event \(number)") }
    await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    analytics = await start([server])
    for number in 51...60 { analytics.track("Event \(number)") }
    await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    let recovered = RecordingDestination(name: "late")
    analytics = await start([server, recovered])
    clock.advance(bySeconds: 60)
    await analytics.flush()
    #expect(Set(recovered.events.map(\.id)).count == 60)
    #expect(analytics.ledger().balances)
  }

  @Test("an answer that names an event twice is one answer")
  func repeatedAnswer() async {
    let analytics = await start([server])
    for number in 1...3 { analytics.track("Event \(number)") }
    server.answerNext(.partial(refused: [0: "bad"], again: [0, 1, 1, 7, -1]))
    await analytics.flush()
    let row = analytics.ledger().destinations[0]
    #expect(row.deadLettered == 1)
    #expect(row.delivered == 1)
    #expect(row.pending == 1)
    #expect(row.balances)
  }

  @Test(
    "any requested number of seconds to wait is accepted", arguments: [Int.max, Int.min, -1, 0])
  func anyWait(seconds: Int) async {
    let analytics = await start([server])
    analytics.track("Event")
    server.answerNext(.later(afterSeconds: seconds, reason: "x"))
    #expect(await analytics.flush().pending == 1)
    #expect(await analytics.flush().isComplete)
  }

  @Test("a batch that was once too large does not delay a long backlog after it")
  func longBacklog() async {
    let small = RecordingDestination(limits: BatchLimits(events: 10))
    let analytics = await start([small])
    for number in 1...2_000 { analytics.track("Event \(number)") }
    small.answerNext(.split)
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().destinations[0].delivered == 2_000)
  }

  @Test(
    "closing with any number of seconds ends", arguments: [Double.nan, -1, 0, -Double.infinity])
  func closing(seconds: Double) async {
    let analytics = await start([server])
    analytics.track("Event")
    await analytics.close(flushingForSeconds: seconds)
  }

  @Test("a partial answer with many holes is settled in one commit")
  func manyIslands() async {
    let picky = RecordingDestination(limits: BatchLimits(events: 2_500, bytes: 1 << 24))
    let analytics = await start([picky]) { $0.flushAt = 5_000 }
    for number in 1...2_500 { analytics.track("Event \(number)") }
    picky.answerNext(.partial(refused: [:], again: Array(stride(from: 0, to: 2_500, by: 2))))
    #expect(await analytics.flush().pending == 1_250)
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().balances)
  }

  @Test("segments are removed also for a destination that filters everything")
  func filteredIsReclaimed() async throws {
    let none = RecordingDestination(name: "none", accepting: { _ in false })
    let storage = TestStorage()
    var configuration = Configuration(destinations: [none]).testing(clock: clock, storage: storage)
    configuration.seams.segmentBytes = 4_096
    configuration.syncPolicy = .never
    let analytics = Analytics(configuration)
    for _ in 0..<10 {
      for number in 0..<40 { analytics.track("Event \(number)") }
      await analytics.flush()
    }
    let files = try storage.files.list("/test/key-ef46db3751d8e999/v1/log")
    #expect(files.count <= 2)
    #expect(analytics.ledger().destinations[0].filtered == 400)
  }

  /// Starts a launch on a disk with planned failures.
  func start(on disk: any FileSystem, _ destination: any Destination) -> Analytics {
    var configuration = Configuration(destinations: [destination])
    configuration.syncPolicy = .never
    configuration.flushAt = 1_000
    configuration = configuration.testing(clock: clock, storage: storage)
    configuration.seams.files = disk
    configuration.seams.segmentBytes = 4_096
    return Analytics(configuration)
  }

  @Test(
    "a segment that cannot be opened now does not count as lost, and is delivered when it can be")
  func unreadableNow() async throws {
    let late = RecordingDestination(answer: { _ in .later(afterSeconds: 1, reason: "x") })
    let first = start(on: storage.files, late)
    for number in 1...100 { first.track("Event \(number)") }
    await first.close(flushingForSeconds: 0)
    let names = try storage.files.list("/test/key-ef46db3751d8e999/v1/log").sorted()
    let locked = Locked(true)
    let disk = FaultyFileSystem(storage.files) { call in
      call.path.hasSuffix(names[1]) && locked.withLock { $0 } ? .fail(13) : .none
    }
    let second = start(on: disk, server)
    clock.advance(bySeconds: 10)
    await second.flush()
    #expect(second.ledger().destinations[0].damaged == 0)
    #expect(Set(server.events.map(\.id)).count < 100)
    locked.withLock { $0 = false }
    await second.flush()
    #expect(Set(server.events.map(\.id)).count == 100)
    #expect(second.ledger().destinations[0].damaged == 0)
    #expect(second.ledger().balances)
    await second.close()
  }

  @Test("delivery waits while none of the pending events can be read")
  func noHotLoop() async throws {
    let calls = Locked(0)
    let broken = Locked(false)
    let disk = FaultyFileSystem(storage.files) { call in
      calls.withLock { $0 += 1 }
      return call.name == "read" && broken.withLock { $0 } ? .fail(FileError.inputOutput) : .none
    }
    let analytics = start(on: disk, server)
    await analytics.flush()
    for number in 1...20 { analytics.track("Event \(number)") }
    broken.withLock { $0 = true }
    #expect(await analytics.flush().pending == 20)
    calls.withLock { $0 = 0 }
    for _ in 0..<2_000 { await Task.yield() }
    #expect(calls.withLock { $0 } < 50)
    broken.withLock { $0 = false }
    #expect(await analytics.flush().isComplete)
    await analytics.close()
  }

  @Test("a full disk leaves no empty files, and nothing that was recorded is lost")
  func fullDisk() async throws {
    let full = Locked(false)
    let disk = FaultyFileSystem(storage.files) { call in
      call.name == "write" && full.withLock { $0 } ? .fail(FileError.noSpace) : .none
    }
    let analytics = start(on: disk, server)
    await analytics.flush()
    for number in 1...5 { analytics.track("Event \(number)") }
    full.withLock { $0 = true }
    for number in 6...2_000 { analytics.track("Event \(number)") }
    let ledger = analytics.ledger()
    #expect(ledger.storageProblem == .noSpace)
    #expect(ledger.buffered > 500)
    #expect(ledger.recorded == UInt64(5 + ledger.buffered))
    #expect(ledger.refused == [.storageFailed: 2_000 - ledger.recorded])
    let failure = await #expect(throws: AnalyticsError.self) { try await analytics.record("Large") }
    #expect(failure?.code == .refused)
    full.withLock { $0 = false }
    #expect(await analytics.flush().isComplete)
    analytics.track("Afterwards")
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().buffered == 0)
    #expect(analytics.ledger().storageProblem == nil)
    #expect(server.events.count == Int(ledger.recorded) + 1)
    #expect(
      server.events.dropLast().map { $0.fields?["event"] as? String }
        == (1...ledger.recorded).map { "Event \($0)" })
    #expect(try storage.files.list("/test/key-ef46db3751d8e999/v1/log").count <= 3)
    await analytics.close()
  }

  @Test(
    "the engine waits for an inaccessible folder; events recorded meanwhile arrive in order"
  )
  func waitsForFolder() async {
    let before = start(on: storage.files, server)
    before.track("Event 0")
    await before.flush()
    await before.close()
    let blocked = Locked(true)
    let disk = FaultyFileSystem(storage.files) { call in
      blocked.withLock { $0 } ? .fail(24) : .none
    }
    let analytics = start(on: disk, server)
    for number in 1...10 { analytics.track("Event \(number)") }
    #expect(analytics.ledger().buffered == 10)
    #expect(analytics.ledger().storageProblem == .descriptors)
    #expect(!analytics.ledger().isInMemory)
    blocked.withLock { $0 = false }
    clock.advance(bySeconds: 6)
    await analytics.flush()
    clock.advance(bySeconds: 6)
    #expect(await analytics.flush().isComplete)
    #expect(
      server.events.map { $0.fields?["event"] as? String } == (0...10).map { "Event \($0)" })
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test("record() promises nothing when the journal is in memory")
  func recordInMemory() async {
    let analytics = start(on: FaultyFileSystem(storage.files) { _ in .fail(13) }, server)
    let error = await #expect(throws: AnalyticsError.self) { try await analytics.record("Event") }
    #expect(error?.code == .notDurable)
    #expect(analytics.ledger().isInMemory)
  }

  @Test("a body that is damaged on the disk is made again: the same batch, under the same key")
  func damagedBody() async throws {
    let first = start(on: storage.files, server)
    await first.flush()
    first.track("Event")
    server.answerNext(.later(afterSeconds: 1, reason: "x"))
    await first.flush()
    // A graceful close would try once more.
    await first.engine?.stop()
    let folder = "/test/key-ef46db3751d8e999/v1/dest/recording"
    let name = try #require(storage.files.list(folder).first { $0.hasSuffix(".body") })
    try OpenFile("\(folder)/\(name)", .readWrite, in: storage.files).write([0], at: 3)
    let second = start(on: storage.files, server)
    clock.advance(bySeconds: 10)
    #expect(await second.flush().isComplete)
    let batches = server.batches
    #expect(batches.count == 2)
    #expect(batches.last?.key == batches.first?.key)
    #expect(batches.last?.body == batches.first?.body)
    await second.close()
  }

  @Test("refused events are dead letters with the reason")
  func deadLetters() async throws {
    let analytics = await start([server])
    analytics.track("Poison")
    server.answerNext(.refused("no such event"))
    await analytics.flush()
    let journal = try Journal(
      directory: "/test/key-ef46db3751d8e999/v1/dest/recording/dead", files: storage.files,
      clock: clock, randomness: SeededRandomness(seed: 99))
    var reader = JournalReader(journal)
    var letters: [String] = []
    reader.read(after: SettledPositions()) { item in
      if case .event(_, let payload, _) = item {
        letters.append(String(decoding: EventRecord.json(payload), as: UTF8.self))
      }
      return true
    }
    #expect(letters.count == 1)
    #expect(letters[0].contains("no such event") && letters[0].contains("Poison"))
  }
}
