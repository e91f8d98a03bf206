import CairnTesting

extension Campaign {
  /// Runs to the end, checks some instants as after a kill and after a power loss, and finally
  /// delivers everything.
  private static func tryOut(_ scenario: Scenario, samples: Int) -> Verdict {
    var verdict = Verdict()
    var dice = Dice(seed: scenario.seed &* 37)
    let world = World(scenario)
    world.keepInstants()
    world.run()
    verdict.acknowledged = world.model.promised.count
    let instants = world.instants
    for number in 0..<samples {
      guard let instant = number == 0 ? instants.last : dice.pick(instants) else { break }
      let torn = dice.hits(500) ? dice.pick(instant.tornLengths) ?? 0 : 0
      let killed = instant.killed(torn: torn)
      verdict.judge(
        Oracle.judge(killed, instant.model, .kill, scenario), "killed at \(instant), \(torn)")
      let lost = killed.afterPowerLoss(killed.powerPicks(&dice))
      verdict.judge(
        Oracle.judge(lost, instant.model, .powerLoss, scenario, before: killed),
        "power lost at \(instant), \(torn)")
    }
    verdict.judge(world.drain(), "all delivered")
    return verdict
  }

  static let faults = Campaign(name: "faults", share: 4) {
    Scenario.troubled(seed: $0)
  } attempt: {
    tryOut($0, samples: 12)
  }

  static let vanishing = Campaign(name: "vanished folder", share: 1) {
    Scenario.vanishing(seed: $0)
  } attempt: {
    tryOut($0, samples: 8)
  }

  static let caps = Campaign(name: "caps", share: 2) {
    Scenario.capped(seed: $0)
  } attempt: {
    tryOut($0, samples: 24)
  }

  static let crowds = Campaign(name: "crowded folder", share: 2) {
    Scenario.crowded(seed: $0)
  } attempt: {
    tryOut($0, samples: 8)
  }

  static let unreadable = Campaign(name: "unreadable segments", share: 1) {
    Scenario.unreadable(seed: $0)
  } attempt: {
    tryOut($0, samples: 4)
  }

  static let leases = Campaign(name: "lost leases", share: 1) {
    Scenario.leaseless(seed: $0)
  } attempt: {
    tryOut($0, samples: 8)
  }

  /// Damage to durable data loses only what it overlaps.
  static let damage = Campaign(name: "damage", share: 3) {
    Scenario.ordinary(seed: $0)
  } attempt: { scenario in
    var verdict = Verdict()
    var dice = Dice(seed: scenario.seed &* 41)
    let world = World(scenario)
    world.run()
    verdict.acknowledged = world.model.promised.count
    let image = world.disk.image
    for number in 0..<16 where verdict.failure == nil {
      var damage = Damage(image)
      for _ in 0...dice.below(2) { damage.strike(&dice) }
      var model = world.model
      model.forget(damage.touched)
      let wrong = Oracle.judge(damage.image, model, .powerLoss, scenario)
      verdict.judge(wrong, "\(damage.blows)")
      guard number == 0 else { continue }
      SecondLife(scenario: scenario, end: "\(damage.blows)")
        .live(damage.image, model, .powerLoss, &dice, &verdict)
    }
    return verdict
  }
}
