import Cairn
import CairnContent
import CairnTesting
import Dispatch
import Testing

/// Interactions from the call to the acknowledgement, with a network that answers badly and programs that die.
@Suite struct SimulatedContentTests {
  @Test("whatever the network answers and wherever programs die, each interaction is counted once")
  func content() async { await Campaign.content.run() }

  @Test(
    "killed twice in a row at any step between the first interaction and the acknowledgement, the sums are right",
    arguments: [true, false])
  func everyStep(isCollecting: Bool) async {
    // A world waits for its deliveries: not on a thread that they need.
    let (problems, deaths) = await withCheckedContinuation { done in
      DispatchQueue.global().async { done.resume(returning: dieAtEveryStep(isCollecting)) }
    }
    #expect(problems == [])
    #expect(deaths > 400)
  }

  private func dieAtEveryStep(_ isCollecting: Bool) -> (problems: [String], deaths: Int) {
    let kinds = [
      ContentTally.Kind(url: "a", location: "home", type: .view),
      ContentTally.Kind(url: "a", location: "home", type: .click),
      ContentTally.Kind(url: "b", location: nil, type: .view),
      ContentTally.Kind(url: "b", location: nil, type: nil, dwell: 1_234),
    ]
    var (problems, deaths): ([String], Int) = ([], 0)
    for first in 0..<60 {
      for second in stride(from: 0, to: 60, by: 7) {
        var scenario = ContentScenario(seed: 1)
        scenario.isCollecting = isCollecting
        scenario.settings.maxBatchSize = 4
        scenario.steps = [
          .doom(first), .track(kinds), .answer(9), .doom(second), .track(kinds), .pass(2_000),
          .answer(5), .pass(60_000), .answer(7),
        ]
        let world = ContentWorld(scenario)
        world.run()
        problems += world.wrong.map { "\(first), \(second): \($0)" }
        deaths += world.deaths
      }
    }
    return (problems, deaths)
  }
}
