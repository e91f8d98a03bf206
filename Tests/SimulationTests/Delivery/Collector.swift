import Cairn
import CairnTesting

/// The server of a destination: it keeps each event once, and responds well or badly.
struct Collector: Sendable {
  static let reasons = ["poison", "too large for the destination"]

  let plan: CollectorPlan
  private(set) var stored: Set<Int> = []
  /// Whether it accepts events that it refused before.
  var isHealed = false
  /// Whether there are no more faults.
  var isWell = false

  init(_ plan: CollectorPlan) { self.plan = plan }

  /// Returns whether it always refuses an event, even alone.
  func refuses(_ number: Int) -> Bool { !isHealed && plan.isPoison(number) }

  mutating func answer(_ request: Request, roll: UInt64) -> Outcome {
    var dice = Dice(seed: roll)
    if !isWell, plan.isDown { return noAnswer }
    if !isWell, dice.below(100) < plan.trouble { return trouble(request, &dice) }
    return work(request, &dice)
  }

  /// Responds to a request.
  mutating func say(_ outcome: Outcome, of request: Request) {
    let effect = request.effect(of: outcome)
    stored.formUnion(effect.delivered.map { request.numbers[$0] })
  }

  /// Handles a request that was in progress when the program died, and may have arrived.
  mutating func receive(_ request: Request, roll: UInt64) {
    var dice = Dice(seed: roll)
    if plan.isDown || dice.hits(500) { return }
    _ = work(request, &dice)
  }

  private var noAnswer: Outcome { .later(afterSeconds: nil, reason: "no response") }

  private mutating func work(_ request: Request, _ dice: inout Dice) -> Outcome {
    if request.numbers.count > plan.mostEvents || request.bytes > plan.maximumBytes {
      return .split
    }
    let bad = request.numbers.indices.filter { refuses(request.numbers[$0]) }
    if bad.isEmpty {
      stored.formUnion(request.numbers)
      return .accepted
    }
    if dice.hits(500) { return .refused("poison") }
    return part(request, bad, again: [])
  }

  private mutating func part(_ request: Request, _ bad: [Int], again: [Int]) -> Outcome {
    let out = Set(bad).union(again)
    stored.formUnion(
      request.numbers.indices.filter { !out.contains($0) }.map { request.numbers[$0] })
    return .partial(
      refused: Dictionary(bad.map { ($0, "poison") }, uniquingKeysWith: { first, _ in first }),
      again: again)
  }

  private mutating func trouble(_ request: Request, _ dice: inout Dice) -> Outcome {
    switch dice.below(12) {
    case 0..<2: return noAnswer
    case 2..<4:
      _ = work(request, &dice)
      return noAnswer
    case 4..<6: return .later(afterSeconds: nil, reason: "status 503")
    case 6..<8: return .later(afterSeconds: dice.below(200), reason: "status 429")
    case 8 where request.numbers.count > 1: return .split
    case 9: return .halted(reason: "status 401")
    default: return confusion(request, &dice)
    }
  }

  /// Returns a response that requests some events again, one of them twice, with invalid indices.
  private mutating func confusion(_ request: Request, _ dice: inout Dice) -> Outcome {
    if request.numbers.count > plan.mostEvents || request.bytes > plan.maximumBytes {
      return .split
    }
    let places = request.numbers.indices
    let bad = places.filter { refuses(request.numbers[$0]) }
    var again = places.filter { _ in dice.hits(400) }
    again += again.prefix(1)
    if dice.hits(300) { again += [places.upperBound, -1, 1_000_000] }
    return part(request, dice.hits(300) ? bad + [places.upperBound + 3] : bad, again: again)
  }
}
