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
