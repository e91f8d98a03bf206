import Cairn
import CairnTesting
import Dispatch
import Testing

/// P3, P4: two programs work on one folder, each of them paused at one of its disk calls while the
/// other works.
///
/// Serialized, because concurrent tests have time limits.
@Suite(.serialized) struct SharedInterleavingTests {
  /// The work of the program that has a request in progress.
  enum Own: String, CaseIterable, Sendable {
    case settle, settlePartly, drop
  }

  /// The work of the other program.
  enum Other: String, CaseIterable, Sendable {
    case prune, flush, record
  }

  #if DEBUG
  /// One of this many calls of the second program is tried, beginning with another one for each
  /// call of the first.
  private static let step = 48
  #else
  private static let step = 8
  #endif

  /// Returns a world in which a request for ten events is sent, and more events wait than the cap
  /// permits.
  private static func begin() -> SharedWorld {
    var scenario = SharedScenario(seed: 1)
    scenario.delivery.plans[0].limits.events = 10
    scenario.delivery.plans[0].schedule.flushAt = 100
    scenario.delivery.plans[0].schedule.flushInterval = 3_600
    scenario.delivery.plans[0].trouble = 0
    scenario.delivery.plans[0].poison = nil
    let world = SharedWorld(scenario)
    // Both have started before there are events to deliver.
    for number in 0..<SharedScenario.programs { _ = world.program(number) }
    world.play(Array(repeating: .track(0), count: 30) + [.track(1), .track(1), .flush(0)])
    if world.line(0)?.waiting == nil { world.wrong.append("NO REQUEST") }
    return world
  }

  private static func work(_ own: Own, _ world: SharedWorld) -> @Sendable () -> Void {
    switch own {
    case .settle: world.settling(0) { _ in .accepted }
    case .settlePartly: world.settling(0) { .partial(refused: [1: "no"], again: [$0 - 1]) }
    case .drop: world.pruning(0)
    }
  }

  private static func work(_ other: Other, _ world: SharedWorld) -> @Sendable () -> Void {
    switch other {
    case .prune: world.pruning(1)
    case .flush: world.flushing(1)
    case .record: world.recording(1, 3)
    }
  }

  /// Returns the problems of all interleavings of these two, and the number of interleavings.
  private static func explore(_ own: Own, _ other: Other, ownFirst: Bool) -> (Int, [String]) {
    var wrong: [String] = []
    var ways = 0
    for first in 0... {
      var isOver = false
      for second in stride(from: first % step, to: .max, by: step) {
        let world = begin()
        guard let one = world.program(0), let two = world.program(1) else { break }
        let numbers = ownFirst ? (first, second) : (second, first)
        let mine = Crossing.Side(
          process: one.process, calls: numbers.0, work: work(own, world))
        let theirs = Crossing.Side(
          process: two.process, calls: numbers.1, work: work(other, world))
        let crossing = Crossing(disk: world.disk)
        let held = ownFirst ? crossing.run(mine, theirs) : crossing.run(theirs, mine)
        world.readInboxes()
        world.check()
        if world.wrong.isEmpty { world.drain() }
        wrong += world.wrong.map { "at calls \(numbers): \($0)" }
        ways += 1
        isOver = !held.first
        if !held.second { break }
      }
      if isOver { break }
    }
    return (ways, wrong)
  }

  @Test(
    "wherever both are paused, an event that one drops and the other settles is counted once",
    arguments: Own.allCases, Other.allCases)
  func crossed(own: Own, other: Other) async {
    for ownFirst in [true, false] {
      // It blocks, so it must not run on a thread that tasks need.
      let (ways, wrong) = await withCheckedContinuation { done in
        DispatchQueue.global().async {
          done.resume(returning: Self.explore(own, other, ownFirst: ownFirst))
        }
      }
      #expect(wrong.isEmpty, "\(own), \(other): \(wrong.count) of \(ways): \(wrong.prefix(3))")
      #expect(ways > 4)
    }
  }
}
