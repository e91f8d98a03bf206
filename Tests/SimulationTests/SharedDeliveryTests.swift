import Cairn
import Dispatch
import Testing

/// P3 and P4 as the server sees them, with two programs on one folder and a disk whose calls fail.
@Suite struct SharedDeliveryTests {
  @Test(
    "what is counted as delivered the server has accepted, whatever fails and whoever takes over")
  func campaign() async { await Campaign.shared.run() }

  /// What is wrong with a history, up to the delivery of everything; the server answers as the seeds say.
  private func outcome(trouble: Int = 0, poison: Int? = nil, _ steps: [SharedStep]) async
    -> [String]
  {
    var scenario = SharedScenario(seed: 1)
    scenario.delivery.plans[0].limits.events = 10
    scenario.delivery.plans[0].pace.flushAt = 100
    scenario.delivery.plans[0].pace.flushInterval = 3_600
    scenario.delivery.plans[0].trouble = trouble
    scenario.delivery.plans[0].poison = poison
    scenario.steps = steps
    // A world waits for its pruner: not on a thread that it needs.
    return await withCheckedContinuation { [scenario] done in
      DispatchQueue.global().async {
        let world = SharedWorld(scenario)
        world.run()
        done.resume(returning: world.wrong)
      }
    }
  }

  /// A request for the first ten events is out, a commit of the cursor fails as the cap drops later ones, and another
  /// commit succeeds.
  private var lostCommit: [SharedStep] {
    tracks(38) + [.flush(0), .fail(.cursorSync, calls: 1), .prune(0)] + tracks(3) + [.prune(0)]
  }

  private func tracks(_ count: Int) -> [SharedStep] { Array(repeating: .track(0), count: count) }

  @Test("an answer that asks for events again does so also when a commit failed meanwhile")
  func againAfterFailedCommit() async {
    for roll in 0..<40 {
      let steps = lostCommit + [.answer(0, roll: UInt64(roll))]
      let wrong = await outcome(trouble: 100, steps)
      #expect(wrong == [], "roll \(roll)")
    }
  }

  @Test("what a server refused after a commit failed is among the dead letters")
  func refusedAfterFailedCommit() async {
    for roll in 0..<10 {
      let steps = lostCommit + [.answer(0, roll: UInt64(roll))]
      let wrong = await outcome(poison: 2, steps)
      #expect(wrong == [], "roll \(roll)")
    }
  }

  @Test("the answer to a batch that another program has settled since settles no other batch")
  func lateAnswer() async {
    let lost: [SharedStep] = tracks(38) + [.flush(0), .fail(.cursorSync, calls: 1), .prune(0)]
    for roll in UInt64(0)..<60 {
      // The other program delivers the same batch and begins the next one, and is told to wait.
      let other: [SharedStep] = [
        .flush(1), .answer(1, roll: roll), .answer(1, roll: roll &+ 100),
      ]
      let steps = lost + other + tracks(14) + [.prune(0), .answer(0, roll: roll &+ 200)]
      let wrong = await outcome(trouble: 40, steps)
      #expect(wrong == [], "roll \(roll)")
    }
  }
}
