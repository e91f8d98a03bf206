import Cairn
import Testing

/// P3 to P6 and P8 for the whole path of an event, with unreliable collectors and programs that die
/// at any call.
@Suite struct SimulatedDeliveryTests {
  @Test(
    "for any answers and process deaths each event is delivered, dead-lettered or counted, once"
  )
  func deliveries() async { await Campaign.deliveries.run() }

  @Test("uploads of the system arrive once, with any deaths of programs and any forgotten uploads")
  func uploads() async { await Campaign.uploads.run() }

  /// Returns the problems of a history of one destination, up to the delivery of everything.
  func outcome(_ plan: CollectorPlan, _ steps: [DeliveryStep]) -> [String] {
    var scenario = DeliveryScenario(seed: 1)
    scenario.syncsEveryEvent = true
    scenario.plans = [plan]
    scenario.registry = [0]
    scenario.steps = steps
    let world = DeliveryWorld(scenario)
    world.run()
    if world.wrong.isEmpty { world.drain() }
    return world.wrong
  }

  @Test("an answer after the program has ended is lost, without an error")
  func lateAnswer() {
    var plan = CollectorPlan(name: "alpha")
    plan.schedule.flushAt = 1
    #expect(outcome(plan, [.track(bytes: 1), .restart([0])]) == [])
  }

  @Test(
    "a destination that began with the newest event permanently begins there, whenever power fails")
  func beginsOnce() {
    var plan = CollectorPlan(name: "alpha")
    plan.start = .now
    for seed in 1...20 {
      #expect(outcome(plan, [.track(bytes: 1), .powerLoss(UInt64(seed))]) == [], "seed \(seed)")
    }
  }
}
