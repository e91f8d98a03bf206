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
