import Cairn
import Dispatch
import Testing

/// P3 and P4 from the server's side, with two programs on one folder and a disk with failing calls.
@Suite struct SharedDeliveryTests {
  @Test(
    "the server has accepted every event that counts as delivered, with any failure and any process"
  )
  func campaign() async { await Campaign.shared.run() }

  private func scenario(trouble: Int = 0, poison: Int? = nil) -> SharedScenario {
    var scenario = SharedScenario(seed: 1)
    scenario.delivery.plans[0].limits.events = 10
    scenario.delivery.plans[0].schedule.flushAt = 100
    scenario.delivery.plans[0].schedule.flushInterval = 3_600
    scenario.delivery.plans[0].trouble = trouble
    scenario.delivery.plans[0].poison = poison
    return scenario
  }

  /// Returns the problems of a history, up to the delivery of everything; the server responds
  /// according to the seeds.
  private func outcome(
    trouble: Int = 0, poison: Int? = nil, _ steps: [SharedStep],
    after beginning: @escaping @Sendable (SharedWorld) -> Void = { _ in }
  ) async -> [String] {
    let scenario = scenario(trouble: trouble, poison: poison)
    // A world waits for its retention, so it must not run on a thread that the retention needs.
    return await withCheckedContinuation { done in
      DispatchQueue.global().async {
        let world = SharedWorld(scenario)
        beginning(world)
        world.play(steps)
        if world.wrong.isEmpty { world.drain() }
        done.resume(returning: world.wrong)
      }
    }
  }

  /// Loses a commit: a request for the first ten events is sent, and a commit of the cursor fails
  /// while the cap drops later ones.
  private func loseCommit(_ world: SharedWorld) {
    world.play(tracks(38) + [.flush(0)])
    let before = world.line(0)?.delivery.store
    world.play([.fail(.cursorSync, calls: 1), .prune(0)])
    let line = world.line(0)
    let isOut = line?.waiting?.events.count == 10 && before?.isAcquired == true
    if !isOut || line?.delivery.store.isAcquired != false {
      world.wrong.append("NO COMMIT failed while a request was out")
    }
  }

  /// The same, followed by a successful commit.
  private func loseAndCommit(_ world: SharedWorld) {
    loseCommit(world)
    world.play(tracks(3) + [.prune(0)])
    let line = world.line(0)
    let dropped = line?.delivery.store.cursor.counters.dropped ?? 0
    if line?.waiting == nil || line?.delivery.store.isAcquired != true || dropped == 0 {
      world.wrong.append("NO COMMIT succeeded afterwards")
    }
  }

  private func tracks(_ count: Int, by program: Int = 0) -> [SharedStep] {
    Array(repeating: .track(program), count: count)
  }

  @Test("an answer that requests events again is applied even if a commit failed meanwhile")
  func againAfterFailedCommit() async {
    for roll in 0..<40 {
      let answer = [SharedStep.answer(0, roll: UInt64(roll))]
      let wrong = await outcome(trouble: 100, answer, after: loseAndCommit)
      #expect(wrong == [], "roll \(roll)")
    }
  }

  @Test("events that a server refused after a failed commit are dead letters")
  func refusedAfterFailedCommit() async {
    for roll in 0..<10 {
      let answer = [SharedStep.answer(0, roll: UInt64(roll))]
      let wrong = await outcome(poison: 2, answer, after: loseAndCommit)
      #expect(wrong == [], "roll \(roll)")
    }
  }

  @Test("the answer to a batch that another program has settled since settles no other batch")
  func lateAnswer() async {
    for roll in UInt64(0)..<60 {
      // The other program delivers the same batch and begins the next one, and is told to wait.
      let other: [SharedStep] = [
        .flush(1), .answer(1, roll: roll), .answer(1, roll: roll &+ 100),
      ]
      let steps = other + tracks(14) + [.prune(0), .answer(0, roll: roll &+ 200)]
      let wrong = await outcome(trouble: 40, steps, after: loseCommit)
      #expect(wrong == [], "roll \(roll)")
    }
  }

  @Test(
    "events that another program drops during a request count as dropped, not as damaged")
  func droppedMeanwhile() async {
    for roll in UInt64(0)..<10 {
      let steps = tracks(3) + [.flush(0)] + tracks(60, by: 1) + [.answer(0, roll: roll)]
      #expect(await outcome(steps) == [], "roll \(roll)")
    }
  }

  @Test("events of a repeated batch that another program drops after a kill are not damaged")
  func droppedWhileSealed() async {
    for roll in UInt64(0)..<30 {
      let steps =
        tracks(20) + tracks(1, by: 1) + [.flush(0)] + tracks(60, by: 1)
        + [.kill(0), .answer(0, roll: roll)]
      #expect(await outcome(trouble: 60, steps) == [], "roll \(roll)")
    }
  }

  @Test("a program without the lease keeps the batch that the other one has in flight")
  func pinnedByAnother() async {
    let steps = tracks(38) + tracks(1, by: 1) + [.flush(0), .prune(1)]
    typealias Places = (underWay: [PositionRange], kept: [PositionRange])
    let places = await withCheckedContinuation { (done: CheckedContinuation<Places, Never>) in
      DispatchQueue.global().async {
        let world = SharedWorld(scenario())
        for step in steps { world.perform(step) }
        let journal = world.program(1)?.journal
        try? journal?.refresh()
        let ranges = world.line(0)?.delivery.store.cursor.inFlight?.ranges ?? []
        done.resume(returning: (ranges, journal?.places ?? []))
      }
    }
    #expect(places.underWay.total == 10)
    var kept = SettledPositions()
    kept.insert(places.kept)
    #expect(places.underWay.flatMap { kept.unsettled(in: $0) } == [])
  }
}
