import Cairn
import CairnTesting

/// Checks which events a recording call removes for the cap, and whether it had to.
struct CapWitness {
  /// The events that the call dropped: each position has an entry, or its file is gone.
  private(set) var dropped: Set<Position> = []
  /// The violations of the cap's rules.
  private(set) var wrong: [String] = []

  private let cap: JournalCap
  private let segmentBytes: Int
  private let journal: Journal
  private let before: DiskImage
  private let segments: [SegmentSummary]
  private let entries: SettledPositions
  /// The positions in batches in flight, as this program knows them, and as only another one may.
  private let pinned: [PositionRange]
  private let pinnedElsewhere: [PositionRange]
  /// The segments that other programs have locked: no other program drops their unsynced events.
  private let locked: Set<String>

  private static var drops: String { Launch.folder + "/drops" }

  /// Records the state before the call; nil when nothing may be dropped and nothing needs to be
  /// checked.
  init?(
    _ cap: JournalCap, segmentBytes: Int, _ journal: Journal, _ image: DiskImage,
    locked: Set<String> = [], pinned: [PositionRange], elsewhere: [PositionRange] = []
  ) {
    guard cap.bytes < .max || cap.events < .max else { return nil }
    self.cap = cap
    self.segmentBytes = segmentBytes
    self.journal = journal
    self.locked = locked
    self.pinned = pinned
    pinnedElsewhere = elsewhere
    before = image
    segments = journal.segments()
    entries = Self.entries(image)
  }

  /// Returns the drops that are recorded on a disk.
  static func entries(_ image: DiskImage) -> SettledPositions {
    var entries = SettledPositions()
    guard image.paths.contains(where: { $0.hasPrefix(drops + "/") }) else { return entries }
    let process = SimulatedDisk(image).makeProcess()
    for drop in UncountedDrops.all(in: drops, process) { entries.insert(drop.range) }
    return entries
  }

  /// The events that were in the journal before the call.
  var events: [(position: Position, number: Int, audience: Audience?)] {
    JournalScan(before).events
  }

  /// Checks the state after the call, which may have died; `settled` are the settled positions of
  /// each destination before it.
  mutating func look(at after: DiskImage, settled: [SettledPositions]) {
    let gone = segments.filter { isThere($0, before) && !isThere($0, after) }
    let now = Self.entries(after)
    guard !gone.isEmpty || now != entries else { return }
    for (position, _, _) in events where !entries.contains(position) {
      let isGone = gone.contains { $0.holds(position) }
      guard isGone || now.contains(position) else { continue }
      dropped.insert(position)
      if !now.contains(position), !settled.allSatisfy({ $0.contains(position) }) {
        wrong.append("GONE \(position) without an entry")
      }
    }
    judge(gone, after)
  }

  /// Checks the number: one segment is removed beyond an eighth of the cap, and more than one
  /// beyond a quarter.
  private mutating func judge(_ gone: [SegmentSummary], _ after: DiskImage) {
    guard let last = gone.last else { return }
    if cap.dropsNewest { wrong.append("DROPPED \(last.name) where new events are to be refused") }
    let written = bytes(after) + gone.reduce(0) { $0 + size($1) } - bytes(before)
    var bytes = segments.reduce(written + overhead) { $0 + size($1) }
    var events = segments.reduce(1) { $0 + $1.events }
    for (place, segment) in gone.enumerated() {
      let over = place == 0 ? 2 : 4
      if bytes <= cap.bytes.adding(over * segmentBytes),
        events <= cap.events.adding(over * max(1, cap.events / 16))
      {
        wrong.append("DROPPED \(segment.name) with \(bytes) bytes, \(events) events: there is room")
      }
      bytes -= size(segment)
      events -= segment.events
      if pinned.contains(where: segment.overlaps) { wrong.append("DROPPED what is under way") }
    }
    for older in segments where older.name < last.name && isThere(older, after) {
      guard older.state != .open, older.events > 0, !locked.contains(path(older)),
        !(pinned + pinnedElsewhere).contains(where: older.overlaps), isOlder(older, than: last)
      else { continue }
      wrong.append("DROPPED \(last.name) before \(older.name), which is older")
    }
  }

  /// Returns which segment is older.
  ///
  /// The names of lanes with one ordinal have no order of age: there the creation time decides.
  private func isOlder(_ segment: SegmentSummary, than other: SegmentSummary) -> Bool {
    guard segment.lane != other.lane, segment.name.ordinal == other.name.ordinal else {
      return true
    }
    guard let made = segment.header?.created, let later = other.header?.created else {
      return false
    }
    return made.continuous < later.continuous
  }

  /// The additional bytes of a record: the next segment's header and two seals.
  private var overhead: Int {
    SegmentHeader.size + RecordHeader.total(payload: journal.preamble.count) + 2 * Seal.recordSize
  }

  private func path(_ segment: SegmentSummary) -> String {
    Launch.log + "/" + segment.name.fileName
  }

  private func isThere(_ segment: SegmentSummary, _ image: DiskImage) -> Bool {
    image.names[path(segment)] != nil
  }

  /// Returns the size of a segment; this program still knows a file that another program has
  /// removed.
  private func size(_ segment: SegmentSummary) -> Int {
    before.contents(path(segment))?.count ?? segment.bytes
  }

  private func bytes(_ image: DiskImage) -> Int {
    image.paths.filter { $0.hasPrefix(Launch.log + "/") && $0.hasSuffix(".seg") }
      .reduce(0) { $0 + (image.contents($1)?.count ?? 0) }
  }
}

extension SegmentSummary {
  fileprivate func holds(_ position: Position) -> Bool {
    position.lane == lane && firstIndex <= position.index && position.index <= lastIndex
  }

  fileprivate func overlaps(_ range: PositionRange) -> Bool {
    range.lane == lane && range.first <= lastIndex && firstIndex <= range.last
  }
}

extension Int {
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
