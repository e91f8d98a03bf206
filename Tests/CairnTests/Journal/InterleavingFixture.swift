import Cairn
import CairnTesting

/// A journal in use by several threads, and its invariants.
final class InterleavingFixture: Sendable {
  /// An operation of a thread on the journal.
  enum Operation: String, CaseIterable, Sendable {
    case append, refresh, reclaim, sync, read, segments, endSegment, forget, close
    /// Another process records.
    case otherAppends
    /// A process begins, records, and this one delivers its event at once.
    case newLaneIsDelivered
    /// Another process removes segments that all destinations have settled.
    case otherReclaims
  }

  struct State: Sendable {
    /// The events that were acknowledged and not forgotten, by position.
    var events: [Position: String] = [:]
    var settled = SettledPositions()
    var forgotten: Set<LaneID> = []
    /// The segments that the journal itself has removed.
    var reclaimed: Set<SegmentName> = []
    var next = 0
    var wrong: [String] = []
  }

  let memory = InMemoryFileSystem(capacity: 64 << 20)
  let clock = ManualClock()
  let journal: Journal
  private let other: Journal
  private let ended: Journal
  private let state = Locked(State())

  /// Creates a scene; `inFront` wraps the disk of this process.
  init(_ inFront: (any FileSystem) -> any FileSystem) throws {
    var fixture = JournalFixture(inFront(memory), seed: 1)
    fixture.options.segmentBytes = 700
    // Small lanes, so that lanes end too.
    fixture.options.laneEvents = 24
    var others = JournalFixture(memory, seed: 2)
    others.options.segmentBytes = 700
    // Segments that they have closed can be removed at once.
    others.options.windowBytes = 0
    ended = try others.open()
    other = try others.open()
    journal = try fixture.open()
    for _ in 0..<12 {
      append(to: ended)
      append(to: other)
      append(to: journal)
    }
    ended.close()
    try journal.refresh()
    let lane = ended.lane
    state.withLock { state in
      state.settled.insert(PositionRange(lane: lane, first: 1, last: 12))
      for lane in [other.lane, journal.lane] {
        state.settled.insert(PositionRange(lane: lane, first: 1, last: 7))
      }
    }
  }

  func perform(_ operation: Operation) {
    switch operation {
    case .append: for _ in 0..<8 { append(to: journal) }
    case .refresh: try? journal.refresh()
    case .reclaim:
      let removed = journal.reclaim(behind: [settled])
      state.withLock { $0.reclaimed.formUnion(removed) }
    case .sync: try? journal.sync()
    case .read: readAll(journal)
    case .segments: check(journal.segments())
    case .endSegment: journal.endSegment()
    case .forget: forget()
    case .close: journal.close()
    case .otherAppends: for _ in 0..<8 { append(to: other) }
    case .newLaneIsDelivered: deliverNewLane()
    case .otherReclaims:
      try? other.refresh()
      _ = other.reclaim(behind: [settled])
    }
  }

  private var settled: SettledPositions { state.withLock { $0.settled } }

  private func say(_ sentence: String) { state.withLock { $0.wrong.append(sentence) } }

  private func append(to journal: Journal) {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    let text = "event \(number) " + String(repeating: "x", count: 100)
    var buffer = OutputBuffer(capacity: 64)
    buffer.appendZeros(RecordHeader.headerSize)
    buffer.append(Array(text.utf8))
    guard case .stored(let position) = journal.append(&buffer, at: clock.now()).outcome else {
      return
    }
    state.withLock { state in
      if state.events.updateValue(text, forKey: position) != nil {
        state.wrong.append("\(position) was given twice")
      }
    }
  }

  private func deliverNewLane() {
    guard let third = try? JournalFixture(memory, seed: 3).open() else { return }
    for _ in 0..<3 { append(to: third) }
    // Closed, so that nothing of it has to be read again.
    third.close()
    try? journal.refresh()
    if !journal.segments().contains(where: { $0.lane == third.lane }) {
      say("a lane that was there is not seen")
    }
    state.withLock { $0.settled.insert(PositionRange(lane: third.lane, first: 1, last: 3)) }
  }

  private func forget() {
    let files = memory
    try? journal.forget { () throws(FileError) in
      for name in try files.list("/log") {
        do throws(FileError) {
          try files.remove("/log/" + name)
        } catch {
          // Another thread has removed it since the list was read.
          if error.code != FileError.missing { throw error }
        }
        // Segments of other processes in the folder are removed with it, which does not matter
        // here.
        if let lane = SegmentName(name)?.lane { state.withLock { _ = $0.forgotten.insert(lane) } }
      }
    }
  }

  /// Checks that a read finds at least the events that existed when it began.
  private func readAll(_ journal: Journal) {
    let (settled, before) = state.withLock { ($0.settled, Set($0.events.keys)) }
    let isForgotten = { (range: PositionRange) in
      self.state.withLock { $0.forgotten.contains(range.lane) }
    }
    var reader = JournalReader(journal)
    var seen: Set<Position> = []
    reader.read(after: settled) { item in
      switch item {
      case .event(let position, _, _):
        if !seen.insert(position).inserted { say("\(position) was read twice") }
      case .damaged(let range):
        if before.contains(where: range.contains), !isForgotten(range) {
          say("\(range) was called damaged")
        }
      }
      return true
    }
  }

  private func check(_ segments: [SegmentSummary]) {
    if Set(segments.map(\.name)).count != segments.count { say("a segment is there twice") }
  }

  /// Returns the invariants that do not hold after all operations.
  func check(forgotten: Bool) throws -> [String] {
    let names = Set(try memory.list("/log").compactMap { SegmentName($0) })
    let known = journal.segments()
    check(known)
    if !forgotten {
      checkLanes(names, known)
      let reclaimed = state.withLock { $0.reclaimed }
      let back = known.map(\.name).filter(reclaimed.contains)
      if !back.isEmpty { say("\(back.map(\.fileName)) were removed and are known again") }
    }
    let fresh = try JournalFixture(memory, seed: 9).open()
    checkEvents(fresh, "a new process")
    checkEvents(journal, "this process")
    return state.withLock { $0.wrong }
  }

  private func checkLanes(_ names: Set<SegmentName>, _ known: [SegmentSummary]) {
    for lane in [journal.lane, other.lane] where names.contains(where: { $0.lane == lane }) {
      if !known.contains(where: { $0.lane == lane }) { say("lane \(lane) is forgotten") }
    }
    let third = names.filter { $0.lane != ended.lane }
    for lane in Set(third.map(\.lane)) where settled.prefix(of: lane) > 0 {
      if !known.contains(where: { $0.lane == lane }) { say("a settled lane is forgotten") }
    }
  }

  private func checkEvents(_ journal: Journal, _ who: String) {
    let (settled, events) = state.withLock { state in
      (state.settled, state.events.filter { !state.forgotten.contains($0.key.lane) })
    }
    var reader = JournalReader(journal)
    var found: [Position: String] = [:]
    reader.read(after: settled) { item in
      switch item {
      case .event(let position, let payload, _):
        if found.updateValue(String(decoding: payload, as: UTF8.self), forKey: position) != nil {
          say("\(who) reads \(position) twice")
        }
      case .damaged(let range):
        if events.keys.contains(where: range.contains) { say("\(who) calls \(range) damaged") }
      }
      return true
    }
    for (position, text) in events where !settled.contains(position) {
      if found[position] != text { say("\(who) does not find \(position)") }
    }
    let forgotten = state.withLock { $0.forgotten }
    for position in found.keys
    where forgotten.contains(position.lane) && position.lane != other.lane {
      say("\(who) finds \(position), which was forgotten")
    }
  }
}
