import Cairn
import CairnTesting
import Foundation
import Testing

/// Batches that are sealed, sent and answered while syncs fail.
///
/// Another program records the events: a later program does not notice a failed sync of its file.
@Suite struct SealingTests {
  /// Whether the program that delivers runs before the faults begin.
  @Test(
    "sent batches are repeated unchanged after a power loss, whichever syncs fail",
    arguments: [false, true])
  func anySync(isRunning: Bool) {
    for after in 0..<8 {
      for count in 1...4 {
        expectComesAgain(
          (isRunning ? [.start(0)] : [])
            + [Self.fail("", after: after, count: count), .track(1, bytes: 153)]
            + Array(repeating: .deliver(0, destination: 0, roll: 99), count: 4))
      }
    }
  }

  @Test(
    "sent batches are repeated unchanged after failed syncs of the cursor, and then of the events")
  func cursorThenEvents() {
    for (cursor, events) in [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2)] {
      let deliver = Step.deliver(0, destination: 0, roll: 99)
      expectComesAgain(
        [.start(0), deliver, .track(1, bytes: 153)]
          + [Self.fail("/alpha/state", after: 0, count: cursor)]
          + Array(repeating: deliver, count: cursor)
          + [Self.fail(".seg", after: 0, count: events)]
          + Array(repeating: deliver, count: 1 + events))
    }
  }

  private static func fail(_ path: String, after: Int, count: Int) -> Step {
    .fail(call: "sync", path: path, after: after, count: count, code: EIO)
  }

  private func expectComesAgain(_ steps: [Step]) {
    var scenario = Scenario.troubled(seed: 7)
    scenario.policy = .interval
    for number in 1...steps.count {
      // The last step is the one before the power loss.
      scenario.steps = [.track(1, bytes: 150)] + steps.prefix(number)
      let world = World(scenario)
      world.keepInstants()
      world.run()
      for instant in world.instants {
        let killed = instant.killed(torn: 0)
        let lost = killed.afterPowerLoss(killed.powerChoices.map { _ in 0 })
        let wrong = Oracle.judge(lost, instant.model, .powerLoss, scenario, before: killed)
        #expect(wrong == [], "\(scenario.steps) at \(instant)")
      }
      #expect(world.drain() == [])
    }
  }
}
