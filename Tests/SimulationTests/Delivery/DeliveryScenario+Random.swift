import Cairn
import CairnTesting

/// Random scenarios from a seed.
extension DeliveryScenario {
  static func random(
    seed: UInt64, steps count: Int = 90, handsOver: Bool = false
  ) -> DeliveryScenario {
    var dice = Dice(seed: seed &* 103)
    var scenario = DeliveryScenario(seed: seed)
    scenario.handsOver = handsOver
    // Without syncs there are no guarantees after a power loss: other campaigns test that.
    scenario.syncs = dice.hits(800)
    scenario.syncsEveryEvent = scenario.syncs && dice.hits(300)
    scenario.segmentBytes = [900, 2_048, 8_192][dice.below(3)]
    scenario.losesPower = scenario.syncs && dice.hits(250)
    scenario.deadliness = [100, 400, 1_000][dice.below(3)]
    if dice.hits(200) { scenario.cap.events = 12 + dice.below(20) }
    scenario.plans = (0..<2 + dice.below(3)).map { plan($0, &dice) }
    // The last destination may be added later.
    let first = Array(scenario.plans.indices)
    scenario.registry = dice.hits(500) ? Array(first.dropLast()) : first
    for _ in 0..<count {
      scenario.steps +=
        handsOver && dice.hits(300) ? [scenario.uploadStep(&dice)] : scenario.step(&dice)
    }
    return scenario
  }

  private static func plan(_ number: Int, _ dice: inout Dice) -> CollectorPlan {
    var plan = CollectorPlan(name: ["alpha", "beta", "gamma", "delta"][number])
    plan.host = dice.hits(600) ? "shared" : dice.hits(500) ? "\(plan.name).host" : nil
    plan.limits = BatchLimits(
      events: [1, 3, 7, 12, 500][dice.below(5)], bytes: [600, 2_000, 475_000][dice.below(3)])
    plan.schedule = schedule(&dice)
    if number > 0, dice.hits(500) { plan.start = .now }
    if dice.hits(400) { plan.unwanted = dice.below(5) }
    if dice.hits(600) { plan.poison = dice.below(7) }
    if dice.hits(200) { plan.mostEvents = 1 + dice.below(4) }
    if dice.hits(200) { plan.maximumBytes = 700 + dice.below(600) }
    plan.trouble = [0, 20, 40, 70][dice.below(4)]
    plan.isDown = number > 0 && dice.hits(120)
    return plan
  }

  private static func schedule(_ dice: inout Dice) -> DeliverySchedule {
    var retry = RetryPolicy(firstDelay: [0.5, 1, 8][dice.below(3)])
    retry.maximumDelay = [30, 300][dice.below(2)]
    if dice.hits(300) { retry.jitter = .none }
    if dice.hits(250) { retry.maximumAttempts = 1 + dice.below(4) }
    return DeliverySchedule(
      flushAt: [1, 2, 5, 20][dice.below(4)], flushInterval: [0.2, 5, 30][dice.below(3)],
      retry: retry)
  }

  /// Returns one step, or several related ones.
  private func step(_ dice: inout Dice) -> [DeliveryStep] {
    let place = dice.below(plans.count)
    switch dice.below(100) {
    case 0..<32:
      return (0...dice.below(4)).map { _ in
        .track(bytes: dice.hits(900) ? dice.below(200) : dice.below(1_500))
      }
    case 32..<60: return [.answer(place, roll: dice.next())]
    case 60..<74: return [.pass(dice.hits(700) ? dice.below(8_000) : dice.below(400_000))]
    case 74..<77: return [.flush(place)]
    case 77..<81: return [.signal([.offline, .online, .foreground, .background][dice.below(4)])]
    case 81..<83: return [.sync]
    case 83..<90:
      return dice.hits(deadliness) ? [death(&dice)] : [.answer(place, roll: dice.next())]
    case 90..<92: return [.restart(nextRegistry(&dice))]
    case 92..<93: return [.mend(place), .restart(nextRegistry(&dice))]
    case 93..<94: return [.heal(place)]
    case 94..<99: return [.letters(place, letterWork(&dice))]
    default: return [.prune]
    }
  }

  private func uploadStep(_ dice: inout Dice) -> DeliveryStep {
    switch dice.below(20) {
    case 0..<6: .signal(.suspending)
    case 6..<15: .upload(dice.below(plans.count), roll: dice.next())
    case 15: .signal(dice.hits(500) ? .foreground : .background)
    case 16: .forgetUploads(dice.below(plans.count))
    case 17: dice.hits(deadliness) ? .vanish : .tellAnswers
    default: .tellAnswers
    }
  }

  private func letterWork(_ dice: inout Dice) -> LetterWork {
    LetterWork(
      isReplay: dice.hits(700), remainder: dice.hits(600) ? dice.below(2) : nil,
      calls: dice.hits(150) ? dice.below(80) : nil)
  }

  private func death(_ dice: inout Dice) -> DeliveryStep {
    let losesPower = losesPower && dice.hits(300)
    if dice.hits(700) {
      return .doom(after: dice.below(60), power: losesPower ? dice.next() : nil)
    }
    return losesPower ? .powerLoss(dice.next()) : .kill
  }

  /// Returns the destinations of the next program: usually all, sometimes without one for a while.
  private func nextRegistry(_ dice: inout Dice) -> [Int] {
    let left = dice.hits(400) ? dice.below(plans.count) : -1
    return plans.indices.filter { $0 != left }
  }
}
