import Cairn
import CairnTesting

/// What is known of every event without asking the programs: what the journal has acknowledged, and what the server has
/// said of it.
struct SharedAccount {
  /// Events that somebody tried to record, by number.
  var tried = 0
  /// Where those are that a program was told are stored.
  var places: [Int: Position] = [:]
  /// Events that some cursor had settled when it was last looked at.
  private(set) var settled: Set<Int> = []
  /// Events that the server has refused for good.
  private(set) var refused: Set<Int> = []

  mutating func note(_ outcome: Outcome, _ request: Request) {
    let effect = request.effect(of: outcome)
    if effect.isOver { refused.formUnion(effect.refused.map { request.numbers[$0] }) }
  }

  /// What a cursor and its dead letters claim and the server does not bear out.
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

  /// Nothing waits any more: the books are closed.
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
