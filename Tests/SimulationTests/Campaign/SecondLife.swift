import Cairn
import CairnTesting

/// The time after a crash: programs start again, record and deliver more, and finally everything
/// has arrived.
struct SecondLife {
  let scenario: Scenario
  /// The end of the first life.
  let end: String

  /// Continues from a disk, and returns the problems on the way and at the end.
  func live(
    _ image: DiskImage, _ model: Model, _ promise: Promise, _ dice: inout Dice,
    _ verdict: inout Verdict
  ) {
    var model = model
    model.survive(promise, image, scenario)
    let next = scenario.continued(seed: dice.next())
    let world = World(next, image: image, model: model)
    world.keepInstants()
    world.run()
    let instants = world.instants
    for _ in 0..<3 {
      guard let instant = dice.pick(instants) else { break }
      let torn = dice.pick(instant.tornLengths) ?? 0
      let wrong = Oracle.judge(instant.killed(torn: torn), instant.model, .kill, next)
      verdict.judge(wrong, "\(end), then killed at \(instant), \(torn)")
    }
    verdict.judge(world.drain(), "\(end), then \(next.steps), then all delivered")
  }
}

extension Model {
  /// Reduces the guarantees to those that hold after the crash.
  mutating func survive(_ promise: Promise, _ image: DiskImage, _ scenario: Scenario) {
    guard promise == .powerLoss else { return }
    isIntact = false
    let remains = try? Remains(image, scenario.destinations, seed: 1)
    var found: Set<Int> = []
    for event in remains?.found ?? [] {
      guard let id = event.payload.withUnsafeBytes({ EventRecord($0)?.id }) else { continue }
      if let number = numbers[id] { found.insert(number) }
    }
    for number in promised where !durable.contains(number) && !found.contains(number) {
      stored[number] = nil
      storedSomewhere.remove(number)
    }
    if !scenario.syncs { loosen() }
  }
}
