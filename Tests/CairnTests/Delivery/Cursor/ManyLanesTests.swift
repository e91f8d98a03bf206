import CairnTesting
import Testing

@testable import Cairn

/// A cursor can contain as many lanes and islands as the journal has.
@Suite struct ManyLanesTests {
  static let folder = "/test/key-ef46db3751d8e999/v1"

  let clock = ManualClock()
  let storage = TestStorage()

  func start(_ destinations: [any Destination]) async -> Analytics {
    await launch(Configuration(destinations: destinations), clock, storage)
  }

  /// Makes a number of launches that record one event each.
  func record(lanes: Int) throws {
    for part in 0..<(lanes + 999) / 1_000 {
      var fixture = JournalFixture(storage.files, seed: UInt64(100 + part))
      fixture.options.laneEvents = 1
      fixture.options.segmentBytes = 1
      fixture.options.windowBytes = 0
      let journal = try Journal(
        directory: Self.folder + "/log", files: storage.files, clock: clock,
        randomness: SeededRandomness(seed: UInt64(100 + part)), options: fixture.options)
      for _ in 0..<min(1_000, lanes - part * 1_000) {
        try fixture.append(event: "Seen", to: journal)
      }
      journal.close()
    }
  }

  func size(_ name: String) throws -> Int {
    try OpenFile("\(Self.folder)/dest/\(name)/state", .read, in: storage.files).status().size
  }

  @Test("10 000 launches for which an absent destination waits block no other")
  func absentDestination() async throws {
    let lanes = Effort.isWhole ? 10_000 : 1_000
    await start([RecordingDestination(name: "old")]).close()
    try record(lanes: lanes)
    // All except the last 200 are delivered: with all of them the test would take minutes.
    let recovery = Recovery(directory: Self.folder + "/log", files: storage.files)
    var cursor = Cursor()
    for segment in try recovery.run().segments.dropLast(200) where segment.events > 0 {
      cursor.settled.insert(PositionRange(lane: segment.lane, first: 1, last: segment.lastIndex))
      cursor.counters.delivered += UInt64(segment.lastIndex)
    }
    try storage.files.makeDirectory(Self.folder + "/dest/new")
    try CursorFile(Self.folder + "/dest/new/state", files: storage.files)?.commit(cursor, sync: nil)

    let new = RecordingDestination(name: "new")
    let second = await start([new])
    #expect(await second.flush().isComplete)
    #expect(new.events.count == 200)
    #expect(second.ledger()["new"]?.account == "\(lanes) accepted, \(lanes) delivered")
    // The size of two slots, each the power of two that holds 16 bytes for each lane.
    #expect(try size("new") == 2 * (Effort.isWhole ? 262_144 : CursorFile.slotSize))
    await second.close()

    // When the files are removed, their lanes are removed from the cursor.
    try storage.files.remove(Self.folder + "/dest/old/state")
    let third = await start([new])
    for number in 1...3 {
      third.track("After \(number)")
      await third.flush()
    }
    #expect(third.ledger()["new"]?.account == "\(lanes + 3) accepted, \(lanes + 3) delivered")
    #expect(try size("new") == 2 * CursorFile.slotSize)
    #expect(try storage.files.list(Self.folder + "/log").count < 5)
    await third.close()
  }

  func cursor(lanes: Int = 0, islands: Int = 0) -> Cursor {
    var cursor = Cursor()
    for lane in 0..<UInt64(lanes) {
      cursor.settled.insert(PositionRange(lane: LaneID(rawValue: lane + 10), first: 1, last: 3))
    }
    for island in 1...UInt32(max(1, islands)) where islands > 0 {
      cursor.settled.insert(
        PositionRange(lane: LaneID(rawValue: 7), first: 2 * island, last: 2 * island))
    }
    cursor.counters.delivered = UInt64(lanes + islands)
    return cursor
  }

  @Test(
    "lanes and islands beyond all that one slot held are read back",
    arguments: [4_082, 4_083] + (Effort.isWhole ? [10_000, 70_000] : []))
  func growth(number: Int) throws {
    for cursor in [
      cursor(lanes: number), cursor(islands: number), cursor(lanes: number, islands: number),
    ] {
      let files = InMemoryFileSystem(capacity: 64 << 20)
      let file = try #require(try CursorFile("/state", files: files))
      try file.commit(self.cursor(lanes: 1), sync: nil)
      try file.commit(cursor, sync: .durable)
      #expect(try CursorFile.read("/state", files: files) == cursor)
      #expect(try CursorFile("/state", files: files) == nil)
      #expect(file.generation == 2)
    }
  }

  @Test("a destination that wants every second event, and requests every second again, gets all")
  func islands() async throws {
    let wanted = Locked(0)
    let picky = RecordingDestination(
      name: "picky", limits: BatchLimits(events: 20_000, bytes: 100_000_000),
      accepting: { _ in
        wanted.withLock { number in
          number += 1
          return number.isMultiple(of: 2)
        }
      })
    picky.answerNext(.partial(refused: [:], again: Array(stride(from: 0, to: 128, by: 2))))
    let analytics = await start([picky])
    for number in 1...2_000 { analytics.track("Event \(number)") }
    #expect(await analytics.flush().isComplete)
    let row = try #require(analytics.ledger()["picky"])
    #expect(row.balances && row.pending == 0 && row.accepted == 2_000)
    await analytics.close()
  }

  @Test(
    "a version that does not know grown cursors begins again at the oldest event, and loses none")
  func downgrade() throws {
    let files = InMemoryFileSystem()
    let file = try #require(try CursorFile("/state", files: files))
    try file.commit(cursor(lanes: 3), sync: nil)
    // A small cursor has the same bytes as in earlier versions.
    let old = try DoubleSlotFile.slots(
      at: "/state", magic: CursorFile.magic, slotSize: CursorFile.slotSize, files: files)
    #expect(old.count == 1)
    try file.commit(cursor(lanes: 9_000), sync: nil)
    let grown = try DoubleSlotFile.slots(
      at: "/state", magic: CursorFile.magic, slotSize: CursorFile.slotSize, files: files)
    #expect(grown.compactMap { slot in slot.content.withUnsafeBytes { Cursor($0) } }.isEmpty)
    // When the lanes are gone, the file shrinks to its original form.
    for _ in 0..<3 { try file.commit(cursor(lanes: 3), sync: nil) }
    #expect(
      try DoubleSlotFile.slots(
        at: "/state", magic: CursorFile.magic, slotSize: CursorFile.slotSize, files: files
      ).count == 2)
  }

  @Test("a cursor that grows or shrinks is whole at every call, after a kill and a loss of power")
  func crashes() throws {
    let disk = SimulatedDisk()
    let files = disk.makeProcess()
    try files.makeDirectory("/d")
    let states = [3, 5_000, 12_000, 2, 2, 2].map { cursor(lanes: $0) }
    let file = try #require(try CursorFile("/d/state", files: files))
    try file.commit(states[0], sync: .durable)
    try files.syncDirectory("/d")
    let images = Locked<[DiskImage]>([])
    for (before, after) in zip(states, states.dropFirst()) {
      images.withLock { $0 = [] }
      disk.observe { image, _ in images.withLock { $0.append(image) } }
      try file.commit(after, sync: .durable)
      disk.observe(nil)
      var dice = Dice(seed: UInt64(after.counters.delivered))
      for image in images.withLock({ $0 }) {
        for remains in [image, image.afterPowerLoss(image.powerPicks(&dice))] {
          let next = SimulatedDisk(remains).makeProcess()
          let read = try CursorFile.read("/d/state", files: next)
          #expect(read == before || read == after)
        }
      }
    }
    #expect(try files.list("/d") == ["state"])
  }

  @Test("events discarded by a reset are recorded for any number of launches")
  func resetMark() throws {
    let mark = ResetBoundary(path: "/reset", files: InMemoryFileSystem(), encryption: .none)
    for number in [1, 400, Effort.of(10_000), 3] {
      let places = (1...number).flatMap { lane in
        [(1, 4), (5, 9), (20, 30)].map {
          PositionRange(lane: LaneID(rawValue: .max - UInt64(lane)), first: $0.0, last: $0.1)
        }
      }
      #expect(mark.keep(places) == nil)
      var kept = SettledPositions()
      kept.insert(mark.places)
      var wanted = SettledPositions()
      wanted.insert(places)
      #expect(kept == wanted)
    }
  }
}

extension JournalFixture {
  /// Appends an event that destinations can read.
  func append(event name: String, to journal: Journal) throws {
    var buffer = OutputBuffer(capacity: 256)
    buffer.appendZeros(RecordHeader.headerSize)
    let id = EventID(high: journal.lane.rawValue, low: UInt64(journal.segments().count))
    EventRecord(id: id, kind: .track, time: clock.now().wall).writeHeader(into: &buffer)
    buffer.append(Array(#"{"event":"\#(name)","messageId":"\#(id)","type":"track"}"#.utf8))
    let outcome = journal.append(&buffer, at: clock.now()).outcome
    guard case .stored = outcome else { throw NotStored(outcome: outcome) }
  }
}
