extension Campaign {
  /// Several destinations, collectors that answer badly, and deaths at any call: what is promised of delivery.
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

extension Campaign {
  /// The same with batches that are handed to the system, which delivers them when it likes, also to the dead.
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

extension Campaign {
  /// Failing calls, a cap that drops events, requests under way and two programs, all at once; the account is the
  /// server's.
  static let shared = Campaign(name: "shared", share: 12, weight: 12) {
    SharedScenario.random(seed: $0)
  } attempt: { scenario in
    var verdict = Verdict()
    let world = SharedWorld(scenario)
    world.run()
    verdict.acknowledged = world.account.places.count
    verdict.states = 1
    verdict.failure = world.wrong.first
    return verdict
  }
}

extension Campaign {
  /// Interactions, a network that answers badly, and deaths at any call: each is counted once.
  ///
  /// Each scenario waits for others all the time, so more of them work at once.
  static let content = Campaign(name: "content", share: 5, threads: 6) {
    ContentScenario.random(seed: $0)
  } attempt: { scenario in
    var verdict = Verdict()
    let world = ContentWorld(scenario)
    world.run()
    verdict.acknowledged = world.tracked.total
    // A history is one state, however many deaths it has.
    verdict.states = 1
    verdict.failure = world.wrong.first
    return verdict
  }
}
