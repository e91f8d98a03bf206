import Cairn
import CairnTesting

/// The known state of every event, independent of the programs: the acknowledgements of the
/// journal, and the responses of the server.
struct SharedAccount {
  /// The number of events that programs tried to record.
  var tried = 0
  /// The positions of the events that were acknowledged as stored.
  var places: [Int: Position] = [:]
  /// The events that a cursor had settled at the last check.
  private(set) var settled: Set<Int> = []
  /// The events that the server has permanently refused.
  private(set) var refused: Set<Int> = []

  mutating func note(_ outcome: Outcome, _ request: Request) {
    let effect = request.effect(of: outcome)
    if effect.isOver { refused.formUnion(effect.refused.map { request.numbers[$0] }) }
  }

  /// Checks the claims of a cursor and its dead letters against the server's records.
  mutating func check(
    _ cursor: Cursor, letters: Set<Int>, accepted: Set<Int>
  ) -> [String] {
    let counters = cursor.counters
    for (number, place) in places where cursor.settled.contains(place) { settled.insert(number) }
    var wrong: [String] = []
    if counters.delivered > accepted.count {
      wrong.append("DELIVERED \(counters.delivered), and the server has \(accepted.count)")
    }
    if counters.deadLettered > letters.count {
      wrong.append("DEAD \(counters.deadLettered), and there are \(letters.count) letters")
    }
    let unexplained = settled.subtracting(accepted).subtracting(letters)
    if unexplained.count > counters.dropped + counters.damaged {
      wrong.append(
        "SETTLED \(unexplained.sorted()): neither accepted nor dead, and \(counters.dropped) dropped"
      )
    }
    let strangers = letters.subtracting(refused)
    if !strangers.isEmpty { wrong.append("LETTERS \(strangers.sorted()), which nobody refused") }
    return wrong
  }

  /// Checks the final state, when no event waits.
  func close(_ cursor: Cursor, letters: Set<Int>, accepted: Set<Int>) -> [String] {
    let counters = cursor.counters
    var wrong: [String] = []
    let lost = Set(places.keys).subtracting(accepted).subtracting(letters)
    if lost.count > counters.dropped {
      wrong.append("LOST \(lost.sorted()), and \(counters.dropped) are counted as dropped")
    }
    if counters.damaged > 0 { wrong.append("DAMAGED \(counters.damaged) on a disk that keeps all") }
    let sum = counters.delivered + counters.deadLettered + counters.dropped
    if sum != places.count {
      wrong.append(
        "COUNTED \(sum) of \(places.count) acknowledged: \(counters.delivered) delivered,"
          + " \(counters.deadLettered) dead, \(counters.dropped) dropped; the server has \(accepted.count)"
      )
    }
    return wrong
  }
}
