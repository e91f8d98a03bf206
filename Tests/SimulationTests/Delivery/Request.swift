import Cairn
import Foundation

/// A request, as it arrived at a collector.
struct Request: Sendable {
  let key: UUID
  let body: [UInt8]
  let attempt: Int
  /// Which events, and where they lie.
  let numbers: [Int]
  let places: [Position]
  let bytes: Int
  /// Events that a loss of power has taken from the journal, while the body was left.
  var lost: Set<Int> = []

  init(_ batch: Batch) {
    key = batch.key
    body = batch.body
    attempt = batch.attempt
    numbers = batch.events.map { SimulatedServer.number($0.json) ?? -1 }
    places = batch.events.map(\.position)
    bytes = batch.events.reduce(0) { $0 + $1.json.count }
  }

  /// One of which nothing but the bytes is known.
  init(key: BatchKey, body: [UInt8], attempt: Int, ranges: [PositionRange]) {
    self.key = key.uuid
    self.body = Array(body.prefix { $0 != CollectorDestination.end })
    self.attempt = attempt
    let lines = self.body.split(separator: UInt8(ascii: "\n"))
    numbers = lines.map { SimulatedServer.number($0) ?? -1 }
    bytes = lines.reduce(0) { $0 + $1.count }
    places = ranges.flatMap { range in
      (range.first...range.last).map { Position(lane: range.lane, index: $0) }
    }
  }

  /// The events that the body has, whatever came beside it.
  var numbersInBody: [Int] {
    body.split(separator: UInt8(ascii: "\n")).map { SimulatedServer.number($0) ?? -1 }
  }

  /// What an answer does to the events of a request, by their place in it.
  struct Effect: Sendable {
    var delivered: Set<Int> = []
    var refused: Set<Int> = []
    /// The rest is sent again, in other batches.
    var isOver = true
  }

  /// Told a second time, without the code under test.
  func effect(of outcome: Outcome) -> Effect {
    let all = Set(numbers.indices)
    switch outcome {
    case .accepted: return Effect(delivered: all)
    case .partial(let refused, let again):
      let bad = all.intersection(refused.keys)
      return Effect(delivered: all.subtracting(bad).subtracting(again), refused: bad)
    case .split, .refused: return numbers.count > 1 ? Effect() : Effect(refused: all)
    case .later, .halted: return Effect(isOver: false)
    }
  }
}
