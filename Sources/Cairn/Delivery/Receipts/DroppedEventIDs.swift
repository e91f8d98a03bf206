/// The identifiers of events that are about to be dropped: the newest ones, up to the number of
/// dispositions that are remembered.
struct DroppedEventIDs {
  private(set) var ids: [EventID] = []

  /// Reads the identifiers; `ranges` are in the order of delivery, and none of them is in
  /// `settled`.
  init(_ ranges: [PositionRange], in journal: Journal, after settled: SettledPositions) {
    var seen = settled
    var rest = ranges.total - RecentDispositions.capacity
    var wanted: [PositionRange] = []
    for var range in ranges {
      if rest >= range.count {
        seen.insert(range)
      } else {
        if rest > 0 {
          let kept = range.first + UInt32(rest)
          seen.insert(PositionRange(lane: range.lane, first: range.first, last: kept - 1))
          range.first = kept
        }
        wanted.append(range)
      }
      rest -= range.count
    }
    var missing = wanted.total
    guard missing > 0 else { return }
    var reader = JournalReader(journal)
    reader.read(after: seen) { item in
      switch item {
      case .damaged(let range): missing -= wanted.reduce(0) { $0 + $1.overlap(range) }
      case .event(let position, let payload, _):
        guard wanted.contains(where: { $0.contains(position) }) else { break }
        missing -= 1
        if let record = EventRecord(payload) { ids.append(record.id) }
      }
      return missing > 0
    }
  }
}

extension PositionRange {
  /// Returns the number of positions in both ranges.
  fileprivate func overlap(_ other: PositionRange) -> Int {
    guard lane == other.lane, first <= other.last, other.first <= last else { return 0 }
    return Int(min(last, other.last) - max(first, other.first)) + 1
  }
}
