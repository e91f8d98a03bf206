/// Compares what `track()` acknowledged with what one destination stored, and asks neither SDK nor collector.
struct Proof: Sendable {
  /// Events for which `track()` returned.
  var acknowledged = 0
  /// Rows in SQLite.
  var stored = 0
  /// Events that are stored though the writer was killed before it noted that `track()` returned.
  var unacknowledged = 0
  /// Rows beyond the first of an event.
  var storedTwice = 0
  /// Events that were stored after one that the same life of the same writer tracked later.
  var outOfOrder = 0
  /// Acknowledged events without a row.
  var lost: [EventMark] = []
  /// Rows of events that no writer can have tracked.
  var unexpected = 0

  var holds: Bool { lost.isEmpty && storedTwice == 0 && outOfOrder == 0 && unexpected == 0 }

  /// - Parameters:
  ///   - witnesses: What each writer noted, the first writer first.
  ///   - rows: What is stored.
  init(_ witnesses: [WitnessRecord], _ rows: StoredRows) {
    stored = rows.count
    unexpected = rows.unmarked
    var seen: Set<EventMark> = []
    var order = ArrivalOrder()
    for mark in rows.marks {
      guard seen.insert(mark).inserted else {
        storedTwice += 1
        continue
      }
      guard witnesses.indices.contains(mark.writer - 1) else {
        unexpected += 1
        continue
      }
      let witness = witnesses[mark.writer - 1]
      classify(mark, witness)
      if !order.keeps(mark, life: witness.life(of: mark.number)) { outOfOrder += 1 }
    }
    for (index, witness) in witnesses.enumerated() {
      acknowledged += witness.acknowledged.count
      let marks = witness.acknowledged.sorted().map { EventMark(writer: index + 1, number: $0) }
      lost += marks.filter { !seen.contains($0) }
    }
  }

  private mutating func classify(_ mark: EventMark, _ witness: WitnessRecord) {
    if witness.acknowledged.contains(mark.number) { return }
    if witness.inFlight.contains(mark.number) { unacknowledged += 1 } else { unexpected += 1 }
  }
}

/// What tells an event of the demo from every other: who tracked it, and which one it was.
struct EventMark: Hashable, Sendable {
  let writer: Int
  let number: Int
}
