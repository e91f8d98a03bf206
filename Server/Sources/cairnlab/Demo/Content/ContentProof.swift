/// Compares the interactions that calls acknowledged with what the Edge Network has counted, and asks no SDK.
struct ContentProof: Sendable {
  /// Interactions that happened: those whose call returned, and those that were stored when their writer was killed.
  var interactions = 0
  /// Views and clicks of all events, each event once.
  var counted = 0
  /// Interactions that an event or several count more than once.
  var countedTwice = 0
  /// Acknowledged interactions that nothing counts.
  var lost = 0
  /// Interactions that nobody tracked.
  var unexpected = 0
  /// Events whose views and clicks are not as many as the interactions that they list.
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
