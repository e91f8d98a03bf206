/// Enforcement of the limit on dead letters.
extension DeadLetterStore {
  /// The letters that were dropped, oldest first, to make room for new ones.
  struct EvictedDeadLetters {
    /// The counters of the letters' cursor.
    var counters: Counters
    /// The newest of the dropped letters.
    var ids: [EventID]
  }

  /// Removes the oldest letters until the rest fits; nil when all fit, or when another process is
  /// changing the letters.
  ///
  /// `destination` are the counters that include the letters. They must be updated from the
  /// returned ones; after a crash the next change does so, and no letter is counted twice.
  func makeRoom(for destination: Counters) throws(FileError) -> EvictedDeadLetters? {
    guard let journal = journal.withLock({ $0 }), journal.bytes > most else { return nil }
    try journal.refresh()
    let evicted = evicted(in: journal)
    guard !evicted.isEmpty, let file = try CursorFile(directory + "/state", files: files) else {
      return nil
    }
    var marks = file.stored ?? Self.newMarks(journal)
    DeadLetterAccount.begin(&marks.counters, with: destination)
    let names = Set(evicted.map(\.name))
    let staying = journal.segments().filter { !names.contains($0.name) }
    let places = Settlement.droppable(marks, evicted.map(\.places))
    let letters = letters(at: places, in: journal, after: marks.settled)
    let number = DeadLetterAccount.number(
      letters: places.total, events: letters.events + places.total - letters.letters.count,
      staying: marks.pending(in: staying), deadLettered: destination.deadLettered)
    DeadLetterAccount.add(number, .pushedOut, to: &marks.counters)
    marks.settled.insert(places)
    try file.commit(marks, sync: .ordered)
    if file.stored == nil { try files.syncDirectory(directory) }
    _ = journal.reclaim(behind: [marks.settled])
    marks.retireLanes(
      except: Set(journal.segments().map(\.lane)).union(journal.unreadable.map(\.lane)))
    try? file.commit(marks, sync: nil)
    return EvictedDeadLetters(
      counters: marks.counters, ids: letters.letters.suffix(RecentDispositions.capacity).map(\.id))
  }

  private func evicted(in journal: Journal) -> [SegmentSummary] {
    var bytes = journal.bytes
    var evicted: [SegmentSummary] = []
    for segment in journal.segments()
    where segment.state != .open && bytes > most - most / 16 {
      evicted.append(segment)
      bytes -= segment.size
    }
    return evicted.filter { $0.lastIndex >= $0.firstIndex }
  }

  /// Reads only the letters at these positions.
  private func letters(
    at places: [PositionRange], in journal: Journal, after settled: SettledPositions
  ) -> DeadLetterContents {
    var others = settled
    var wanted = SettledPositions()
    wanted.insert(places)
    for segment in journal.segments() where segment.lastIndex >= segment.firstIndex {
      for range in wanted.unsettled(in: segment.places) { others.insert(range) }
    }
    return DeadLetterContents(journal, after: others)
  }

  static func newMarks(_ journal: Journal) -> Cursor {
    var marks = Cursor()
    marks.join(journal.segments(), unreadable: Set(journal.unreadable.map(\.lane)))
    return marks
  }
}

extension SegmentSummary {
  /// The positions of a segment that has events.
  fileprivate var places: PositionRange {
    PositionRange(lane: lane, first: firstIndex, last: lastIndex)
  }
}
