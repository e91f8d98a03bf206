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

extension Campaign {
  /// Failing calls, a cap that drops events, requests in progress and two programs at once; the
  /// server's records decide.
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
  /// Interactions, an unreliable network, and deaths at any call: each interaction is counted once.
  ///
  /// Each scenario waits most of the time, so more of them run at once.
  static let content = Campaign(name: "content", share: 5, threads: 6) {
    ContentScenario.random(seed: $0)
  } attempt: { scenario in
    var verdict = Verdict()
    let world = ContentWorld(scenario)
    world.run()
    verdict.acknowledged = world.tracked.total
    // A history counts as one state, however many deaths it has.
    verdict.states = 1
    verdict.failure = world.wrong.first
    return verdict
  }
}
