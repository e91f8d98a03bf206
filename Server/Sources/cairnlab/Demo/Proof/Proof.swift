/// Compares the events that `track()` acknowledged with those that one destination stored, without
/// using the SDK or the collector.
struct Proof: Sendable {
  /// The events for which `track()` returned.
  var acknowledged = 0
  /// The rows in SQLite.
  var stored = 0
  /// The stored events whose writer was killed before it recorded that `track()` returned.
  var unacknowledged = 0
  /// The additional rows of an event after the first.
  var storedTwice = 0
  /// The events that were stored after one that the same process tracked later.
  var outOfOrder = 0
  /// The acknowledged events without a row.
  var lost: [EventMark] = []
  /// The rows of events that no writer can have tracked.
  var unexpected = 0

  var holds: Bool { lost.isEmpty && storedTwice == 0 && outOfOrder == 0 && unexpected == 0 }

  /// - Parameters:
  ///   - witnesses: The records of each writer, the first writer first.
  ///   - rows: The stored rows.
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

/// The unique mark of an event of the demo: its writer and its number.
struct EventMark: Hashable, Sendable {
  let writer: Int
  let number: Int
}
