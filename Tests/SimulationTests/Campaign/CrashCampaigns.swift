import CairnTesting

extension Campaign {
  /// The program is killed before every call that changes the disk, and in the middle of every
  /// write.
  static let kills = Campaign(name: "kill", share: 38) {
    Scenario.ordinary(seed: $0)
  } attempt: { scenario in
    var verdict = Verdict()
    let world = World(scenario)
    world.keepInstants()
    world.run()
    verdict.acknowledged = world.model.stored.count
    for instant in world.instants where instant.call?.kind.changesContent != false {
      for torn in [0] + instant.tornLengths {
        let wrong = Oracle.judge(instant.killed(torn: torn), instant.model, .kill, scenario)
        verdict.judge(wrong, "killed at \(instant), \(torn)")
      }
    }
    return verdict
  }

  /// Power is lost before every call that changes the disk: all possible results if they are few,
  /// otherwise some of them.
  static let powerLosses = Campaign(name: "power", share: 38) {
    Scenario.ordinary(seed: $0)
  } attempt: { scenario in
    var verdict = Verdict()
    var dice = Dice(seed: ~scenario.seed)
    let world = World(scenario)
    world.keepInstants()
    world.run()
    verdict.acknowledged = world.model.stored.count
    for instant in world.instants {
      let torn = dice.hits(500) ? dice.pick(instant.tornLengths) ?? 0 : 0
      let image = instant.killed(torn: torn)
      for picks in image.somePowerPicks(&dice, exhaustive: 64, random: 12) {
        let wrong = Oracle.judge(
          image.afterPowerLoss(picks), instant.model, .powerLoss, scenario, before: image)
        verdict.judge(wrong, "power lost at \(instant), \(picks.prefix(40))")
      }
    }
    return verdict
  }

  /// Every result of a power loss, with up to twelve writes that may be missing.
  static let everyPowerLoss = Campaign(name: "every power loss", share: 10) {
    Scenario.ordinary(seed: $0, steps: 16)
  } attempt: { scenario in
    var verdict = Verdict()
    var dice = Dice(seed: ~scenario.seed)
    let world = World(scenario)
    world.keepInstants()
    world.run()
    verdict.acknowledged = world.model.stored.count
    let few = world.instants.filter { (65...4_096).contains($0.image.powerOutcomes) }
    guard let instant = dice.pick(few) else { return verdict }
    for picks in instant.image.somePowerPicks(&dice, exhaustive: 4_096, random: 0) {
      let wrong = Oracle.judge(
        instant.image.afterPowerLoss(picks), instant.model, .powerLoss, scenario,
        before: instant.image)
      verdict.judge(wrong, "power lost at \(instant), \(picks.prefix(40))")
    }
    return verdict
  }

  /// A crash and the following lives, with further crashes.
  static let secondLives = Campaign(name: "second life", share: 3) {
    Scenario.ordinary(seed: $0)
  } attempt: { scenario in
    var verdict = Verdict()
    var dice = Dice(seed: scenario.seed &* 31)
    let world = World(scenario)
    world.keepInstants()
    world.run()
    verdict.acknowledged = world.model.stored.count
    for _ in 0..<20 {
      guard let instant = dice.pick(world.instants), verdict.failure == nil else { break }
      let torn = dice.hits(600) ? dice.pick(instant.tornLengths) ?? 0 : 0
      let killed = instant.killed(torn: torn)
      if dice.hits(500) {
        let life = SecondLife(scenario: scenario, end: "killed at \(instant), \(torn)")
        life.live(killed, instant.model, .kill, &dice, &verdict)
      } else {
        let picks = killed.powerPicks(&dice)
        let life = SecondLife(
          scenario: scenario, end: "power lost at \(instant), \(torn), \(picks.prefix(40))")
        life.live(killed.afterPowerLoss(picks), instant.model, .powerLoss, &dice, &verdict)
      }
    }
    return verdict
  }
}
