/// Compares the interactions that calls acknowledged with the counts of the Edge Network, without
/// using the SDK.
struct ContentProof: Sendable {
  /// The number of interactions whose call returned, and of those that were stored when their
  /// writer was killed.
  var interactions = 0
  /// The views and clicks of all events, each event once.
  var counted = 0
  /// The interactions that one or several events count more than once.
  var countedTwice = 0
  /// The acknowledged interactions that no event counts.
  var lost = 0
  /// The interactions that no writer tracked.
  var unexpected = 0
  /// The events whose number of views and clicks differs from the number of their interactions.
  var miscounted = 0

  var holds: Bool {
    interactions == counted && countedTwice == 0 && lost == 0 && unexpected == 0 && miscounted == 0
  }

  init(_ witnesses: [WitnessRecord], _ book: EdgeBook.Contents) {
    var seen: Set<EventMark> = []
    for entry in book.entries.values {
      counted += entry.count
      if entry.count != entry.marks.count { miscounted += 1 }
      for mark in entry.marks where !seen.insert(mark).inserted { countedTwice += 1 }
    }
    var tracked: Set<EventMark> = []
    var possible: Set<EventMark> = []
    for (index, witness) in witnesses.enumerated() {
      tracked.formUnion(witness.acknowledged.map { EventMark(writer: index + 1, number: $0) })
      possible.formUnion(witness.inFlight.map { EventMark(writer: index + 1, number: $0) })
    }
    lost = tracked.subtracting(seen).count
    let unacknowledged = seen.subtracting(tracked)
    unexpected = unacknowledged.subtracting(possible).count
    interactions = tracked.count + unacknowledged.intersection(possible).count
  }
}
