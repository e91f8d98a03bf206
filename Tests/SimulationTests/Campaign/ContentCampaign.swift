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
