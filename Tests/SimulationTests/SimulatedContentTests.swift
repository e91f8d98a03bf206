import Cairn
import CairnContent
import CairnTesting
import Dispatch
import Testing

/// Interactions from the call to the acknowledgement, with an unreliable network and programs that
/// die.
@Suite struct SimulatedContentTests {
  @Test(
    "with any answers of the network and any deaths of programs, each interaction is counted once")
  func content() async { await Campaign.content.run() }

  @Test(
    "the sums are correct after two kills at any steps from the start to the acknowledgement",
    arguments: [true, false])
  func everyStep(isCollecting: Bool) async {
    // A world waits for its deliveries, so it must not run on a thread that they need.
    let (problems, worlds, deaths) = await withCheckedContinuation { done in
      DispatchQueue.global().async { done.resume(returning: dieAtEveryStep(isCollecting)) }
    }
    #expect(problems == [])
    #expect(worlds > 300)
    // The first planned death always occurs; the second one if enough work remains.
    #expect(deaths > worlds * 4 / 3)
  }

  private func dieAtEveryStep(
    _ isCollecting: Bool
  ) -> (problems: [String], worlds: Int, deaths: Int) {
    var (problems, worlds, deaths): ([String], Int, Int) = ([], 0, 0)
    let calls = calls(isCollecting)
    for first in 0..<calls {
      for second in stride(from: first % 37, to: calls, by: 37) {
        let world = world(isCollecting, first, second)
        problems += world.wrong.map { "\(first), \(second): \($0)" }
        worlds += 1
        deaths += world.doomed
      }
    }
    return (problems, worlds, deaths)
  }

  /// Returns the number of disk calls of a program from its start to the last acknowledgement.
  private func calls(_ isCollecting: Bool) -> Int {
    var (least, most) = (0, 1_000)
    while least < most {
      let middle = (least + most) / 2
      if world(isCollecting, middle, nil).doomed > 0 { least = middle + 1 } else { most = middle }
    }
    return least
  }

  private func world(_ isCollecting: Bool, _ first: Int, _ second: Int?) -> ContentWorld {
    let kinds = [
      ContentTally.Kind(subject: .asset("a"), location: "home", type: .view),
      ContentTally.Kind(
        subject: .experience(Experiences.all[1].id), location: "home", type: .click),
      ContentTally.Kind(subject: .asset("b"), location: nil, type: .view),
      ContentTally.Kind(subject: .asset("b"), location: nil, type: nil, dwell: 1_234),
    ]
    var scenario = ContentScenario(seed: 1)
    scenario.isCollecting = isCollecting
    scenario.settings.maxBatchSize = 4
    scenario.steps =
      [.doom(first)] + (second.map { [.doom($0)] } ?? [])
      + [
        .track(kinds), .answer(9), .track(kinds), .pass(2_000), .answer(5), .pass(60_000),
        .answer(7),
      ]
    let world = ContentWorld(scenario)
    world.run()
    return world
  }
}
