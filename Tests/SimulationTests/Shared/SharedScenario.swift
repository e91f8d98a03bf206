import Cairn
import CairnTesting

/// Programs that deliver from one folder to one server, on a disk with failing calls and with a cap
/// that drops events while requests are in progress.
///
/// A scenario always has the same history.
struct SharedScenario: Sendable {
  static let programs = 2

  var seed: UInt64
  var delivery: DeliveryScenario
  var steps: [SharedStep] = []

  /// A scenario without steps.
  init(seed: UInt64) {
    self.seed = seed
    delivery = DeliveryScenario(seed: seed)
    delivery.segmentBytes = 2_048
    delivery.cap.events = 32
    var plan = CollectorPlan(name: "alpha")
    plan.limits = BatchLimits(events: 5, bytes: 475_000)
    plan.schedule = DeliverySchedule(
      flushAt: 3, flushInterval: 5, retry: RetryPolicy(firstDelay: 1))
    plan.poison = 3
    plan.trouble = 50
    delivery.plans = [plan]
    delivery.registry = [0]
  }

  static func random(seed: UInt64, steps count: Int = 80) -> SharedScenario {
    var dice = Dice(seed: seed &* 211)
    var scenario = SharedScenario(seed: seed)
    scenario.delivery.cap.events = dice.hits(200) ? .max : 24 + dice.below(24)
    scenario.delivery.plans[0].limits.events = [1, 3, 5, 10][dice.below(4)]
    scenario.delivery.plans[0].trouble = [20, 50, 80][dice.below(3)]
    if dice.hits(300) { scenario.delivery.plans[0].poison = nil }
    for _ in 0..<count { scenario.steps += step(&dice) }
    return scenario
  }

  private static func step(_ dice: inout Dice) -> [SharedStep] {
    let program = dice.below(programs)
    switch dice.below(100) {
    case 0..<26: return (0...dice.below(8)).map { _ in .track(program) }
    case 26..<50: return [.answer(program, roll: dice.next())]
    case 50..<60: return [.flush(program)]
    case 60..<68: return [.pass(dice.hits(600) ? dice.below(6_000) : dice.below(400_000))]
    case 68..<80: return [.prune(program)]
    case 80..<95:
      guard let fault = dice.pick(SharedFault.allCases) else { return [] }
      let calls = 1 + dice.below(3)
      // A failure while the cap drops events affects a request in progress.
      return dice.hits(500)
        ? [.fail(.cursorSync, calls: 1), .prune(program)] : [.fail(fault, calls: calls)]
    case 95..<97: return [.heal]
    default: return [.kill(program)]
    }
  }
}

extension SharedScenario: Play {
  var setting: String { "\(delivery.cap), \(delivery.plans)" }
}
