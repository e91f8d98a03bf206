import Cairn
import Foundation

/// A request as a collector received it.
struct Request: Sendable {
  let key: UUID
  let body: [UInt8]
  let attempt: Int
  /// The numbers of the events, in the order of the batch.
  let numbers: [Int]
  let places: [Position]
  let bytes: Int
  /// The events that a power loss removed from the journal, while the body remained.
  var lost: Set<Int> = []

  init(_ batch: Batch) {
    key = batch.key
    body = batch.body
    attempt = batch.attempt
    numbers = batch.events.map { SimulatedServer.number($0.json) ?? -1 }
    places = batch.events.map(\.position)
    bytes = batch.events.reduce(0) { $0 + $1.json.count }
  }

  /// Creates a request of which only the bytes are known.
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

  /// The events in the body, independent of the batch.
  var numbersInBody: [Int] {
    body.split(separator: UInt8(ascii: "\n")).map { SimulatedServer.number($0) ?? -1 }
  }

  /// The effect of a response on the events of a request, by index.
  struct Effect: Sendable {
    var delivered: Set<Int> = []
    var refused: Set<Int> = []
    /// Whether the rest is sent again in other batches.
    var isOver = true
  }

  /// Returns the effect, computed without the code under test.
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
