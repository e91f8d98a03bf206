import CairnTesting
import Testing

@testable import Cairn

/// Cursors, marks and registers with valid checks and impossible numbers.
@Suite struct HostileCursorTests {
  static let folder = "/test/key-ef46db3751d8e999/v1"

  let clock = ManualClock()
  let storage = TestStorage()

  /// The numbers of a forged cursor.
  enum Forgery: CaseIterable, Sendable {
    case counters, lanes, islands, underWay, batch, all

    var cursor: Cursor {
      var cursor = Cursor()
      let last = Position.indices.upperBound - 1
      let whole = (1...3).map {
        PositionRange(lane: LaneID(rawValue: $0), first: 1, last: last)
      }
      if self == .counters || self == .all {
        cursor.counters =
          Counters(values: [UInt64](repeating: .max, count: Counters.slots)) ?? Counters()
      }
      if self == .lanes || self == .all {
        cursor.settled.insert(whole)
        cursor.counters.delivered = .max
      }
      if self == .islands || self == .all {
        for lane in 4...9 as ClosedRange<UInt64> {
          cursor.settled.insert(
            PositionRange(lane: LaneID(rawValue: lane), first: last, last: last))
          cursor.settled.insert(
            PositionRange(lane: LaneID(rawValue: lane), first: 3, last: last - 2))
        }
      }
      if self == .underWay || self == .batch || self == .all {
        cursor.inFlight = SealedBatch(
          key: BatchKey(high: .max, low: .max), bodyHash: .max, bodyLength: .max, attempts: .max,
          sealedAt: .min, notBefore: self == .batch ? .min : .max,
          ranges: self == .batch ? [] : whole + whole)
        cursor.inFlight?.pause = BatchPause(code: .max)
      }
      return cursor
    }
  }

  func place(_ cursor: Cursor, _ path: String) throws {
    let files = storage.files
    try files.makeDirectory(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    try CursorFile(path, files: files)?.commit(cursor, sync: nil)
  }

  @Test(
    "a cursor with impossible numbers does not end the process",
    arguments: Forgery.allCases)
  func cursors(forgery: Forgery) async throws {
    try place(forgery.cursor, Self.folder + "/dest/recording/state")
    try place(forgery.cursor, Self.folder + "/dest/absent/state")
    try place(forgery.cursor, Self.folder + "/dest/ads/state")
    let ads = InteractionsAlone()
    var configuration = Configuration(destinations: [RecordingDestination(), ads])
    configuration.journal.bytes = 65_536
    configuration.journal.age = 60
    configuration.journal.lag = 5
    let analytics = await launch(configuration, clock, storage)
    let filler = Value.string(String(repeating: "x", count: 2_000))
    for _ in 0..<100 { analytics.track("Seen", ["filler": filler]) }
    await analytics.flush()
    await analytics.engine?.retention.prune()
    clock.advance(bySeconds: 1_000)
    await analytics.engine?.retention.prune()
    _ = analytics.ledger().description
    _ = analytics.diagnostics.snapshot()
    analytics.reset()
    await analytics.flush()
    analytics.setConsent(.denied)
    await analytics.close()
    // The cursor alone, without a journal.
    let row = Ledger.Row(DeliveryReport(name: "x", cursor: forgery.cursor), [])
    if forgery == .counters { #expect(!row.balances) }
  }

  @Test("lanes up to the last number can be dropped, joined and examined")
  func segments() {
    let last = Position.indices.upperBound - 1
    let segments = (1...3).map { lane in
      SegmentSummary(
        name: SegmentName(ordinal: .max, lane: LaneID(rawValue: lane), number: .max), header: nil,
        firstIndex: 1, lastIndex: last, events: .max >> 8, bytes: .max >> 8, state: .sealed)
    }
    var cursor = Cursor()
    #expect(cursor.oldest(.max, in: segments).total == cursor.pending(in: segments))
    #expect(cursor.oldest(Int(last) + 5, in: segments).count == 2)
    cursor.settled.insert(PositionRange(lane: LaneID(rawValue: 1), first: last, last: last))
    #expect(cursor.oldest(.max, in: segments).total == cursor.pending(in: segments))
    cursor.join(segments)
    cursor.joinNow(segments)
    #expect(cursor.pending(in: segments) == 0)
    cursor.retireLanes(except: [])
    #expect(cursor.accepted(in: []) == cursor.counters.retired &- cursor.counters.beforeJoining)
  }

  @Test(
    "a forged time in a header makes no segment old, and does not end the process",
    arguments: [Int64.min, .max, -1, 0])
  func age(created: Int64) {
    let moment = Moment(
      wall: WallTime(milliseconds: created), continuous: MonotonicTime(milliseconds: created))
    var header = SegmentHeader(
      flags: [], name: SegmentName(ordinal: 1, lane: LaneID(rawValue: 7), number: 1), baseIndex: 1,
      created: moment, bootSession: 5)
    for (boot, ticks) in [(5, 0), (5, UInt32.max), (9, 7)] as [(UInt64, UInt32)] {
      header.bootSession = boot
      var segment = SegmentSummary(
        name: header.name, header: header, firstIndex: 1, lastIndex: 5, events: 5, bytes: 100,
        state: .sealed)
      segment.ticks = ticks
      for now in [Int64.min, 0, .max] {
        let time = MonotonicTime(milliseconds: now)
        let view = PrunePlan.View(segments: [segment], now: time, openedAt: time, bootSession: 5)
        _ = PrunePlan(view, cap: JournalCap(), age: 60_000)
        var oldest = OldestPending()
        oldest.look(at: Cursor(), in: [segment], now: WallTime(milliseconds: now))
      }
    }
  }

  @Test("a register of drops and a reset mark may contain any bytes", arguments: 1...40)
  func registers(seed: UInt64) async throws {
    let random = SeededRandomness(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<8 {
      var entry = OutputBuffer(capacity: 32)
      let edges: [UInt32] = [0, 1, 2, .max, .max - 1, UInt32(truncatingIfNeeded: random.next())]
      entry.append(littleEndian: random.next(upThrough: 3) == 0 ? UInt64.max : 7)
      entry.append(littleEndian: edges[Int(random.next(upThrough: 5))])
      entry.append(littleEndian: edges[Int(random.next(upThrough: 5))])
      entry.append(littleEndian: [0, 1, 255, UInt64.max][Int(random.next(upThrough: 3))])
      entry.append(littleEndian: XXH64.hash(entry.bytes, seed: 0xD0))
      bytes += Array(entry.bytes)
    }
    bytes.removeLast(Int(random.next(upThrough: 31)))
    try storage.files.makeDirectory(Self.folder + "/drops")
    let path = Self.folder + "/drops/\(LaneID(rawValue: 7)).drops"
    do {
      try OpenFile(path, .create, in: storage.files).write(bytes, at: 0)
    }
    var mark = PersistedValue(
      Self.folder + "/reset", magic: 0x0031_5649_474A_5645, slotSize: 16_384, files: storage.files)
    _ = mark.open()
    _ = mark.store(edgesOfNumbers(random))
    let analytics = await launch(
      Configuration(destinations: [RecordingDestination(), InteractionsAlone()]), clock, storage)
    analytics.track("Seen")
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().destinations[0].delivered == 1)
    await analytics.engine?.retention.prune()
    await analytics.close()
  }

  func edgesOfNumbers(_ random: SeededRandomness) -> [[UInt64]] {
    (0..<20).map { _ in
      (0..<3).map { _ in
        [0, 1, UInt64(UInt32.max), UInt64(UInt32.max) - 1, .max][Int(random.next(upThrough: 4))]
      }
    }
  }

  @Test(
    "dead letters with forged counters can be read, put back and discarded",
    arguments: Forgery.allCases)
  func letters(forgery: Forgery) async throws {
    let scene = await DeadLetterFixture.filled(30)
    let path = DeadLetterFixture.folder + "/dest/picky/dead/state"
    try CursorFile(path, files: scene.storage.files)?.commit(forgery.cursor, sync: nil)
    _ = try scene.box().contents()
    _ = scene.box().isAccountBehind
    _ = try await scene.box().discard { _ in true }
    _ = try await scene.box().replay { _ in true }
    _ = try scene.row("picky")
  }
}

/// A destination for interactions with content only.
private struct InteractionsAlone: Destination {
  let name = "ads"
  let kinds: Set<EventKind> = [.interaction]
  func deliver(_ batch: Batch) async -> Outcome { .later(afterSeconds: 9, reason: "down") }
}
