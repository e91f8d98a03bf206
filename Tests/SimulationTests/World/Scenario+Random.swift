import CairnTesting

/// Random scenarios from a seed.
extension Scenario {
  /// Two programs in one folder; the first also delivers, to several destinations.
  static func ordinary(seed: UInt64, steps count: Int = 60) -> Scenario {
    var dice = Dice(seed: seed)
    var scenario = Scenario(seed: seed)
    scenario.policy = [.never, .interval, .interval, .interval, .everyEvent][dice.below(5)]
    scenario.windowBytes = [0, 600, 4_096, 65_536][dice.below(4)]
    scenario.laneEvents = dice.hits(200) ? 4 : UInt32.max - 1
    scenario.segmentBytes = [1_200, 2_048, 4_096][dice.below(3)]
    scenario.hasForeignFile = dice.hits(300)
    scenario.destinations = plans(&dice)
    scenario.steps = [.start(0)]
    for _ in 0..<count { scenario.steps.append(scenario.step(&dice)) }
    return scenario
  }

  /// Returns the steps after a crash.
  func continued(seed: UInt64, steps count: Int = 14) -> Scenario {
    var dice = Dice(seed: seed)
    var next = self
    next.seed = seed
    next.steps = [.start(0)]
    for _ in 0..<count { next.steps.append(step(&dice)) }
    return next
  }

  private static func plans(_ dice: inout Dice) -> [DestinationPlan] {
    var plans = [DestinationPlan(name: "alpha")]
    if dice.hits(700) {
      plans.append(DestinationPlan(name: "beta", unwanted: 2, poison: 3, mostEvents: 5))
    }
    if dice.hits(250) { plans.append(DestinationPlan(name: "gamma", trouble: 90)) }
    return plans
  }

  private func step(_ dice: inout Dice) -> Step {
    let program = dice.hits(650) ? 0 : 1
    let destination = dice.below(destinations.count)
    switch dice.below(100) {
    case 0..<52: return .track(program, bytes: size(&dice))
    case 52..<78:
      return .deliver(dice.hits(850) ? 0 : 1, destination: destination, roll: dice.below(100))
    case 78..<86: return .sync(program)
    case 86..<89: return .context(program, dice.below(4))
    case 89..<92: return .pass(dice.below(400_000))
    case 92..<94: return .jump((dice.below(3) - 1) * dice.below(1_000_000_000))
    case 94..<97: return dice.hits(500) ? .close(program) : .kill(program)
    default: return .start(1)
    }
  }

  private func size(_ dice: inout Dice) -> Int {
    dice.hits(900) ? dice.below(260) : dice.below(1_500)
  }
}
