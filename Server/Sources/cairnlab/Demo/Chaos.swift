import ToolSupport
/// Kills writers at random until there were enough kills and enough events.
struct Chaos {
  private let plan: DemoPlan
  private let crew: WriterCrew
  private var generator: SeededGenerator

  init(_ plan: DemoPlan, _ crew: WriterCrew) {
    self.plan = plan
    self.crew = crew
    generator = plan.generator(1)
  }

  mutating func run(tracked: () -> Int) async throws {
    let end = ContinuousClock.now + .seconds(plan.seconds)
    for done in 0..<plan.kills {
      let rest = max(0, (end - ContinuousClock.now) / .seconds(1))
      let pause = rest / Double(plan.kills - done) * Double.random(in: 0.2...1.8, using: &generator)
      try await Task.sleep(for: .seconds(pause))
      try await strike()
    }
    while tracked() < plan.events { try await Task.sleep(for: .milliseconds(20)) }
  }

  // A writer mostly sleeps, as apps do, and a kill at a random time would rarely interrupt
  // `track()`. So every second writer is told to track without a pause before it is killed.
  private mutating func strike() async throws {
    let victim = Int.random(in: 0..<plan.writers, using: &generator)
    if Bool.random(using: &generator) {
      try await crew.startBurst(victim)
      let wait = Int.random(in: 0...1_500, using: &generator)
      try await Task.sleep(for: .microseconds(wait))
    }
    try await crew.kill(victim)
  }
}
