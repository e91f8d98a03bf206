extension Campaign {
  /// The same with batches that are handed to the system, which delivers them at any time, even for
  /// dead programs.
  static let uploads = Campaign(name: "upload", share: 8, weight: 45) {
    DeliveryScenario.random(seed: $0, handsOver: true)
  } attempt: { scenario in
    var verdict = Verdict()
    let world = DeliveryWorld(scenario)
    world.run()
    if world.wrong.isEmpty { world.drain() }
    verdict.acknowledged = world.stored.count
    verdict.states = world.deaths
    verdict.failure = world.wrong.first
    return verdict
  }
}
