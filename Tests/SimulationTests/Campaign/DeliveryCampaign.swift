extension Campaign {
  /// Several destinations, unreliable collectors, and deaths at any call: the guarantees of
  /// delivery.
  static let deliveries = Campaign(name: "delivery", share: 12, weight: 45) {
    DeliveryScenario.random(seed: $0)
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
