/// Compares what `track()` acknowledged with what is stored, and asks neither SDK nor collector.
struct Proof: Sendable {
  /// Events for which `track()` returned.
  var acknowledged = 0
  /// Rows in SQLite.
  var stored = 0
  /// Events that are stored though the writer was killed before it noted that `track()` returned.
  var unacknowledged = 0
  /// Rows beyond the first of an event.
  var storedTwice = 0
  /// Acknowledged events without a row.
  var lost: [EventMark] = []
  /// Rows of events that no writer can have tracked.
  var unexpected = 0

  var holds: Bool { lost.isEmpty && storedTwice == 0 && unexpected == 0 }

  /// - Parameters:
  ///   - witnesses: What each writer noted, the first writer first.
  ///   - rows: What is stored.
  init(_ witnesses: [WitnessRecord], _ rows: StoredRows) {
    stored = rows.count
    unexpected = rows.unmarked
    storedTwice = rows.copies.values.reduce(0) { $0 + $1 - 1 }
    for (index, witness) in witnesses.enumerated() {
      acknowledged += witness.acknowledged.count
      for number in witness.acknowledged.sorted() {
        let mark = EventMark(writer: index + 1, number: number)
        if rows.copies[mark] == nil { lost.append(mark) }
      }
    }
    for mark in rows.copies.keys {
      let witness = witnesses.indices.contains(mark.writer - 1) ? witnesses[mark.writer - 1] : nil
      if witness?.acknowledged.contains(mark.number) == true { continue }
      if witness?.inFlight.contains(mark.number) == true {
        unacknowledged += 1
      } else {
        unexpected += 1
      }
    }
  }
}
