import Cairn
import CairnTesting
import Testing

@Suite struct CursorTests {
  let files = InMemoryFileSystem()

  func sample(_ step: UInt32) -> Cursor {
    var cursor = Cursor()
    cursor.settled = SettledPositions(
      prefixes: [LaneID(rawValue: 7): step, LaneID(rawValue: 9): 3],
      islands: [PositionRange(lane: LaneID(rawValue: 9), first: 6, last: 8)])
    cursor.counters.delivered = UInt64(step)
    cursor.counters[.capacity] = 4
    cursor.inFlight = SealedBatch(
      key: BatchKey(high: 1, low: 2), bodyHash: 3, bodyLength: 4, attempts: 5, sealedAt: 6,
      notBefore: 7,
      ranges: [PositionRange(lane: LaneID(rawValue: 7), first: step + 1, last: step + 2)])
    return cursor
  }

  @Test("a cursor is read back unchanged")
  func roundTrip() {
    for cursor in [Cursor(), sample(1), sample(4_000)] {
      #expect(cursor.encoded().withUnsafeBytes { Cursor($0) } == cursor)
    }
  }

  @Test("a cursor can be read from any bytes without a crash")
  func garbage() {
    let random = SeededRandomness(seed: 11)
    let good = sample(5).encoded()
    for _ in 0..<20_000 {
      var bytes = good
      for _ in 0..<3 {
        bytes[Int(random.next(upThrough: Int64(bytes.count - 1)))] = UInt8(
          truncatingIfNeeded: random.next())
      }
      bytes.removeLast(Int(random.next(upThrough: 40)))
      _ = bytes.withUnsafeBytes { Cursor($0) }
    }
  }

  func open() throws -> CursorFile { try #require(try CursorFile("/state", files: files)) }

  @Test("a cursor has one holder at a time")
  func oneHolder() throws {
    var first: CursorFile? = try open()
    try first?.commit(sample(1), sync: nil)
    #expect(try CursorFile("/state", files: files) == nil)
    first = nil
    #expect(try open().stored == sample(1))
  }

  @Test("a commit that is cut off at any byte leaves the one before it")
  func torn() throws {
    let file = try open()
    try file.commit(sample(1), sync: .durable)
    try file.commit(sample(2), sync: .durable)
    let raw = try OpenFile("/state", .readWrite, in: files)
    let before = try raw.read(2 * CursorFile.slotSize, at: 0)
    try file.commit(sample(3), sync: .durable)
    let after = try raw.read(2 * CursorFile.slotSize, at: 0)
    let changed = after.indices.filter { after[$0] != before[$0] }
    let last = try #require(changed.last)
    for cut in changed {
      try raw.write(Array(after[...cut]) + Array(before[(cut + 1)...]), at: 0)
      let read = try CursorFile.read("/state", files: files)
      #expect(read == (cut == last ? sample(3) : sample(2)), "cut at \(cut)")
    }
  }

  @Test("one damaged slot leaves the cursor of the other slot, and two leave none")
  func damagedSlots() throws {
    let file = try open()
    try file.commit(sample(1), sync: nil)
    try file.commit(sample(2), sync: nil)
    let raw = try OpenFile("/state", .readWrite, in: files)
    try raw.write([0xFF], at: 100)
    #expect(try CursorFile.read("/state", files: files) == sample(1))
    try raw.write([0xFF], at: CursorFile.slotSize + 100)
    #expect(try CursorFile.read("/state", files: files) == nil)
  }

  @Test("a new destination begins at the oldest existing event, and counts no earlier one")
  func join() {
    let lane = LaneID(rawValue: 7)
    let segment = SegmentSummary(
      name: SegmentName(ordinal: 1, lane: lane, number: 3), header: nil, firstIndex: 41,
      lastIndex: 60, events: 20, bytes: 1, state: .sealed)
    var cursor = Cursor()
    cursor.join([segment])
    #expect(cursor.pending(in: [segment]) == 20)
    #expect(cursor.accepted(in: [segment]) == 20)
    cursor.settled.insert(PositionRange(lane: lane, first: 41, last: 60))
    cursor.counters.delivered = 20
    #expect(cursor.accepted(in: []) == 20)
    cursor.retireLanes(except: [])
    #expect(cursor.accepted(in: []) == 20)
    #expect(cursor.settled == SettledPositions())
  }

  @Test(
    "a new destination does not count events that were removed from the middle of a lane before")
  func joinBetween() {
    let lane = LaneID(rawValue: 7)
    let segments = [(1, 3), (8, 9)].enumerated().map { number, indices in
      SegmentSummary(
        name: SegmentName(ordinal: 1, lane: lane, number: UInt32(number + 1)), header: nil,
        firstIndex: UInt32(indices.0), lastIndex: UInt32(indices.1),
        events: indices.1 - indices.0 + 1, bytes: 1, state: .sealed)
    }
    var cursor = Cursor()
    cursor.join(segments)
    #expect(cursor.pending(in: segments) == 5)
    #expect(cursor.accepted(in: segments) == 5)
    Settlement.drop(&cursor, [PositionRange(lane: lane, first: 8, last: 9)], .capacity)
    #expect(cursor.accepted(in: Array(segments.prefix(1))) == 5)
  }

  @Test(
    "a new destination skips no event that was written again after a failed sync",
    arguments: [[(2, 1), (1, 1)], [(4, 6), (7, 9), (1, 3)], [(3, 2), (3, 4), (1, 2)]])
  func joinWrittenAgain(indices: [(UInt32, UInt32)]) {
    let segments = indices.enumerated().map { number, indices in
      SegmentSummary(
        name: SegmentName(ordinal: 1, lane: LaneID(rawValue: 7), number: UInt32(number + 1)),
        header: nil, firstIndex: indices.0, lastIndex: indices.1,
        events: Int(indices.1) + 1 - Int(indices.0), bytes: 1, state: .sealed)
    }
    var cursor = Cursor()
    cursor.join(segments)
    #expect(cursor.settled == SettledPositions())
    #expect(cursor.accepted(in: segments) == UInt64(indices.map(\.1).max() ?? 0))
  }

  @Test(
    "a batch under way waits also where another process has dropped its events",
    arguments: [1...9, 1...5, 8...9, 0...0] as [ClosedRange<UInt32>])
  func underWay(left: ClosedRange<UInt32>) {
    let lane = LaneID(rawValue: 7)
    let places = PositionRange(lane: lane, first: 6, last: 7)
    var cursor = Cursor()
    cursor.settled.insert(PositionRange(lane: lane, first: 1, last: 5))
    cursor.counters.delivered = 5
    cursor.inFlight = SealedBatch(
      key: BatchKey(high: 1, low: 2), bodyHash: 1, bodyLength: 1, sealedAt: 0, ranges: [places])
    Settlement.drop(&cursor, [PositionRange(lane: lane, first: 6, last: 9)], .capacity)
    #expect(cursor.counters.dropped == 2)
    let segments = left.lowerBound == 0 ? [] : [segment(lane, left)]
    #expect(cursor.pending(in: segments) == 2)
    #expect(cursor.accepted(in: segments) == 9)
    Settlement.accept(&cursor)
    #expect(cursor.pending(in: segments) == 0)
    #expect(cursor.accepted(in: segments) == 9)
  }

  @Test("bytes count as delivered with a body of which at least one event was accepted")
  func deliveredBytes() {
    let lane = LaneID(rawValue: 7)
    func bytes(refused: UInt32, again: UInt32) -> UInt64 {
      var cursor = Cursor()
      let places = PositionRange(lane: lane, first: 1, last: 6)
      cursor.inFlight = SealedBatch(
        key: BatchKey(high: 1, low: 2), bodyHash: 1, bodyLength: 99, sealedAt: 0, ranges: [places])
      func range(_ first: UInt32, _ count: UInt32) -> [PositionRange] {
        count == 0 ? [] : [PositionRange(lane: lane, first: first, last: first + count - 1)]
      }
      Settlement.accept(&cursor, refused: range(1, refused), again: range(1 + refused, again))
      return cursor.counters.deliveredBytes
    }
    #expect(bytes(refused: 0, again: 0) == 99)
    #expect(bytes(refused: 3, again: 2) == 99)
    #expect(bytes(refused: 6, again: 0) == 0)
    #expect(bytes(refused: 0, again: 6) == 0)
    #expect(bytes(refused: 3, again: 3) == 0)
  }

  private func segment(_ lane: LaneID, _ indices: ClosedRange<UInt32>) -> SegmentSummary {
    SegmentSummary(
      name: SegmentName(ordinal: 1, lane: lane, number: 1), header: nil,
      firstIndex: indices.lowerBound, lastIndex: indices.upperBound, events: indices.count,
      bytes: 1,
      state: .sealed)
  }
}
