import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct DeadLetterManagerTests {
  @Test("a letter has the event as recorded, the reason and time of its refusal, and its context")
  func contents() async throws {
    let scene = await DeadLetterFixture.filled(3)
    let letters = try scene.box().contents().letters
    let event = try #require(scene.picky.events.last)
    #expect(letters.map(\.id) == [event.id])
    #expect(letters.map(\.event) == [Array(event.json)])
    #expect(
      letters.map(\.rejection) == [
        DeliveryRejection("no such event", status: 422, answer: "bad: 2")
      ])
    #expect(letters.map(\.refusedAt) == [1_767_225_600_000])
    let context = try #require(
      try JSONSerialization.jsonObject(with: Data(letters[0].context)) as? [String: Any])
    #expect((context["library"] as? [String: String])?["name"] == "cairn")
    #expect(try scene.box("open").contents().letters.isEmpty)
  }

  @Test(
    "an event put back is sent once, with its identifier, to the destination that refused it"
  )
  func replay() async throws {
    let scene = await DeadLetterFixture.filled()
    let before = (scene.picky.events, scene.open.events.count)
    scene.clock.advance(bySeconds: 60)
    let report = try await scene.box().replay { _ in true }
    #expect(report == DeadLetterManager.Report(events: 2, remaining: 0))
    #expect(try scene.row("picky")?.account == "8 accepted, 4 delivered, 2 replayed, 2 pending")
    #expect(try scene.row("open")?.account == "8 accepted, 6 delivered, 2 pending")
    scene.mend()
    let analytics = await scene.start()
    let sent = Array(scene.picky.events.dropFirst(before.0.count))
    let refused = before.0.filter { $0.text.contains("Bad") }
    #expect(sent.map(\.id) == refused.map(\.id))
    #expect(sent.map(\.text) == refused.map(\.text))
    #expect(sent.map(\.milliseconds) == refused.map(\.milliseconds))
    #expect(scene.open.events.count == before.1)
    let rows = analytics.ledger().destinations
    #expect(
      rows.map(\.account) == [
        "8 accepted, 6 delivered, 2 replayed", "8 accepted, 6 delivered, 2 filtered",
      ])
    #expect(rows.allSatisfy { $0.balances })
    #expect(try scene.letterFiles().isEmpty)
    await analytics.close()
  }

  @Test("an event that is put back has the context of the launch in which it was recorded")
  func context() async throws {
    let scene = await DeadLetterFixture.filled(3)
    let context = try #require(try scene.box().contents().letters.first?.context)
    let analytics = await scene.start()
    #expect(try await scene.box().replay { _ in true }.events == 1)
    await analytics.flush()
    // The event is refused again: the new letter has the new answer.
    let letters = try scene.box().contents().letters
    #expect(letters.map(\.context) == [context])
    #expect(
      analytics.ledger().destinations.first?.account
        == "4 accepted, 2 delivered, 1 dead, 1 replayed")
    await analytics.close()
  }

  @Test("selected letters are put back or discarded, and the others stay")
  func chosen() async throws {
    let scene = await DeadLetterFixture.filled(12)
    let letters = try scene.box().contents().letters
    let second = letters[1].id
    #expect(
      try await scene.box().replay { $0.id == second }
        == DeadLetterManager.Report(events: 1, remaining: 3))
    #expect(try scene.box().contents().letters.map(\.id) == [0, 2, 3].map { letters[$0].id })
    #expect(
      try await scene.box().discard { $0.id == letters[3].id }
        == DeadLetterManager.Report(events: 1, remaining: 2))
    #expect(
      try scene.row("picky")?.account
        == "13 accepted, 8 delivered, 2 dead, 1 replayed, 1 dropped, 1 pending")
    #expect(try scene.row("picky")?.dropped == [.discarded: 1])
    #expect(try scene.row("picky")?.balances == true)
    #expect(try await scene.box().replay { _ in false }.events == 0)
  }

  @Test("discarded letters are counted, and their files are removed")
  func discard() async throws {
    let scene = await DeadLetterFixture.filled()
    #expect(
      try await scene.box().discard { _ in true }
        == DeadLetterManager.Report(events: 2, remaining: 0))
    #expect(try scene.row("picky")?.account == "6 accepted, 4 delivered, 2 dropped")
    #expect(try scene.letterFiles().isEmpty)
    #expect(try await scene.box().discard { _ in true } == DeadLetterManager.Report())
    let analytics = await scene.start()
    analytics.track("Bad again")
    await analytics.flush()
    #expect(try scene.box().contents().letters.count == 1)
    await analytics.close()
  }

  @Test("unreadable letters are discarded only on request")
  func damaged() async throws {
    let scene = await DeadLetterFixture.filled()
    let path = DeadLetterFixture.folder + "/dest/picky/dead/" + (try scene.letterFiles()[0])
    let file = try OpenFile(path, .readWrite, in: scene.storage.files)
    let offset = SegmentHeader.size + RecordHeader.headerSize + 30
    try file.write([0xFF, 0xFF, 0xFF], at: offset)
    #expect(try scene.box().contents().damaged.total == 1)
    #expect(
      try await scene.box().discard { _ in true }
        == DeadLetterManager.Report(events: 1, remaining: 1))
    #expect(
      try await scene.box().discard(includingDamaged: true) { _ in true }
        == DeadLetterManager.Report(events: 1, remaining: 0))
    #expect(try scene.row("picky")?.account == "6 accepted, 4 delivered, 2 dropped")
    #expect(try scene.letterFiles().isEmpty)
  }

  @Test("a destination in use is waited for, and when it stays so nothing is changed")
  func busy() async throws {
    let scene = await DeadLetterFixture.filled()
    let path = DeadLetterFixture.folder + "/dest/picky/state"
    var lock = try CursorFile(path, files: scene.storage.files)
    #expect(lock != nil)
    let waiting = Task { try await scene.box().replay { _ in true } }
    while scene.clock.sleepers == 0 { await Task.yield() }
    scene.clock.advance(bySeconds: 9)
    while scene.clock.sleepers == 0 { await Task.yield() }
    scene.clock.advance(bySeconds: 2)
    await #expect(throws: DeadLetterError.busy("picky")) { try await waiting.value }
    #expect(try scene.row("picky")?.account == "6 accepted, 4 delivered, 2 dead")
    let second = Task { try await scene.box().replay { _ in true } }
    while scene.clock.sleepers == 0 { await Task.yield() }
    lock = nil
    scene.clock.advance(bySeconds: 1)
    #expect(try await second.value.events == 2)
  }

  @Test("discarding without a cursor is an error, and changes nothing")
  func noCursor() async throws {
    let scene = await DeadLetterFixture.filled()
    try scene.storage.files.remove(DeadLetterFixture.folder + "/dest/picky/state")
    await #expect(throws: DeadLetterError.noCursor("picky")) {
      try await scene.box().discard { _ in true }
    }
    #expect(try scene.box().contents().letters.count == 2)
    #expect(
      throws: FileError(
        call: "open", path: DeadLetterFixture.folder + "/dest/picky/state", code: FileError.missing)
    ) { try scene.row("picky") }
  }

  @Test("separate letters can be selected, even when more of them are gone than one slot held")
  func scattered() async throws {
    let scene = await DeadLetterFixture.filled(12)
    let path = DeadLetterFixture.folder + "/dest/picky/dead/state"
    var marks = Cursor()
    let lanes = (1...4_082).map { (LaneID(rawValue: $0), UInt32(1)) }
    marks.settled = SettledPositions(
      prefixes: Dictionary(lanes, uniquingKeysWith: { first, _ in first }), islands: [])
    try #require(try CursorFile(path, files: scene.storage.files)).commit(marks, sync: nil)
    let last = try #require(try scene.box().contents().letters.last?.id)
    #expect(
      try await scene.box().discard { $0.id == last }
        == DeadLetterManager.Report(events: 1, remaining: 3))
    #expect(try scene.row("picky")?.account == "12 accepted, 8 delivered, 3 dead, 1 dropped")
    #expect(try scene.box().contents().letters.count == 3)
  }

  @Test("an idle app delivers events that were put back at a flush, or with its next event")
  func restingApp() async throws {
    let scene = await DeadLetterFixture.filled()
    let analytics = await scene.start()
    scene.mend()
    let ids = try scene.box().contents().letters.map(\.id)
    let sent = scene.picky.events.count
    #expect(try await scene.box().replay { $0.id == ids[0] }.events == 1)
    #expect(await analytics.flush().isComplete)
    #expect(scene.picky.events.dropFirst(sent).map(\.id) == [ids[0]])
    #expect(try await scene.box().replay { $0.id == ids[1] }.events == 1)
    analytics.track("Another")
    let batches = scene.picky.batches.count
    await scene.clock.waitForSleeper(forSeconds: 0...60)
    scene.clock.advance(bySeconds: 60)
    _ = await scene.picky.batches(atLeast: batches + 2)
    #expect(Set(scene.picky.events.dropFirst(sent + 1).map(\.id)).contains(ids[1]))
    await analytics.flush()
    #expect(
      analytics.ledger().destinations.map(\.account) == [
        "9 accepted, 7 delivered, 2 replayed", "9 accepted, 7 delivered, 2 filtered",
      ])
    await analytics.close()
  }
}

/// Letters that are stored more than once.
@Suite struct RepeatedDeadLetterTests {
  /// Stores a letter again, as after a crash between the letter and the cursor's commit.
  func store(_ event: StoredEvent, in scene: DeadLetterFixture) throws {
    let letters = DeadLetterStore(
      directory: DeadLetterFixture.folder + "/dest/picky/dead", files: scene.storage.files,
      clock: scene.clock, randomness: SeededRandomness(seed: 77))
    try letters.add(event, "bad", context: [])
    letters.close()
  }

  @Test("a letter that is stored twice for one refusal is put back once and counted once")
  func storedTwice() async throws {
    let scene = await DeadLetterFixture.filled()
    let bad = scene.picky.events.filter { $0.text.contains("Bad") }
    try store(bad[0], in: scene)
    let id = bad[0].id
    #expect(
      try await scene.box().replay { $0.id == id }
        == DeadLetterManager.Report(events: 1, remaining: 1))
    #expect(
      try scene.row("picky")?.account == "7 accepted, 4 delivered, 1 dead, 1 replayed, 1 pending")
  }

  @Test("an event that was refused twice is counted twice")
  func refusedTwice() async throws {
    let scene = await DeadLetterFixture.filled(3)
    let synced = Locked(false)
    let dying = FaultyFileSystem(scene.storage.files) { call in
      // Once the event is in the journal, all calls fail: its letter remains.
      if call.name == "sync" { synced.withLock { $0 = true } }
      return call.name == "write" && synced.withLock({ $0 }) ? .fail(FileError.inputOutput) : .none
    }
    await #expect(throws: FileError.self) { try await scene.box(on: dying).replay { _ in true } }
    #expect(try await scene.box().replay { _ in true }.events == 1)
    #expect(try scene.row("picky")?.account == "5 accepted, 2 delivered, 1 replayed, 2 pending")
    let analytics = await scene.start()
    #expect(try scene.row("picky")?.account == "5 accepted, 2 delivered, 2 dead, 1 replayed")
    #expect(
      try await scene.box().discard { _ in true }
        == DeadLetterManager.Report(events: 1, remaining: 0))
    #expect(try scene.row("picky")?.account == "5 accepted, 2 delivered, 1 replayed, 2 dropped")
    await analytics.close()
  }
}
