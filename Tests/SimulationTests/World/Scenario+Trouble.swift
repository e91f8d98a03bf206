import Cairn
import CairnTesting
import Foundation

/// Scenarios on disks that fail.
extension Scenario {
  /// Calls fail, the disk fills up or is locked, syncs report false results, and later everything
  /// works again.
  static func troubled(seed: UInt64) -> Scenario {
    var dice = Dice(seed: seed &* 77)
    var scenario = ordinary(seed: seed)
    scenario.hasBallast = dice.hits(500)
    scenario.laneEvents = UInt32.max - 1
    scenario.spillBytes = [0, 700, 65_536][dice.below(3)]
    var steps: [Step] = []
    for step in scenario.steps {
      if dice.hits(180) { steps.append(scenario.trouble(&dice)) }
      if dice.hits(80) { steps.append(relief(&dice)) }
      steps.append(step)
      if dice.hits(100) { steps.append(.sync(dice.below(2))) }
    }
    scenario.steps = steps
    return scenario
  }

  private func trouble(_ dice: inout Dice) -> Step {
    let calls = [
      "sync", "sync", "sync", "write", "write", "read", "open", "create", "create", "remove",
      "status", "list", "lock", "makeDirectory", "syncDirectory",
    ]
    let paths = ["", ".seg", ".seg", "/state", ".body", "/dead/", "/identity"]
    switch dice.below(20) {
    case 0..<3: return .room(dice.below(900))
    case 3: return .refuse(dice.hits(500) ? EROFS : EPERM)
    case 4..<7:
      return .short(path: dice.pick(paths) ?? "", after: dice.below(4), bytes: 1 + dice.below(90))
    default:
      let call = dice.pick(calls) ?? "write"
      let path = dice.pick(paths) ?? ""
      return .fail(
        call: call, path: path, after: dice.below(4),
        count: dice.hits(800) ? 1 + dice.below(3) : 1_000,
        code: dice.pick([EIO, EIO, EIO, ENOSPC, EMFILE]) ?? EIO)
    }
  }

  private static func relief(_ dice: inout Dice) -> Step {
    switch dice.below(3) {
    case 0: .room(nil)
    case 1: .refuse(nil)
    default: .fail(call: "move", path: "nothing", after: 0, count: 0, code: EIO)
    }
  }

  /// The folder is removed while programs run.
  static func vanishing(seed: UInt64) -> Scenario {
    var dice = Dice(seed: seed &* 79)
    var scenario = ordinary(seed: seed, steps: 40)
    scenario.steps.insert(.vanish, at: 1 + dice.below(scenario.steps.count))
    return scenario
  }

  /// The journal reaches its caps.
  static func capped(seed: UInt64) -> Scenario {
    var dice = Dice(seed: seed &* 83)
    var scenario = ordinary(seed: seed)
    scenario.segmentBytes = 1_000
    if dice.hits(600) { scenario.cap.bytes = 2_500 + dice.below(4_000) }
    if dice.hits(400) { scenario.cap.events = 6 + dice.below(16) }
    scenario.cap.dropsNewest = dice.hits(200)
    if dice.hits(300) { scenario.age = Milliseconds(Int64(dice.below(300_000))) }
    if dice.hits(300) { scenario.lag = 3 + dice.below(10) }
    scenario.steps = scenario.steps.flatMap { step in
      dice.hits(120) ? [step, Step.prune(dice.below(2))] : [step]
    }
    return scenario
  }

  /// Programs begin and end files during the operations of others.
  static func crowded(seed: UInt64) -> Scenario {
    var dice = Dice(seed: seed &* 97)
    var scenario = ordinary(seed: seed)
    scenario.segmentBytes = 700
    scenario.omitsNewFiles = true
    scenario.destinations = [DestinationPlan(name: "alpha", trouble: 0)]
    scenario.steps = scenario.steps.flatMap { step -> [Step] in
      guard dice.hits(500), case .track(let place, _) = step else { return [step] }
      // Files are then created while others list the folder.
      let first: [Step] = dice.hits(300) ? [.kill(place), .start(place)] : []
      let bytes = dice.below(400)
      return first + [.interrupt(place, after: dice.below(12), by: 1 - place, bytes: bytes), step]
    }
    return scenario
  }

  /// Some segments cannot be read for a while: their events, and the later ones of their lane,
  /// wait.
  static func unreadable(seed: UInt64) -> Scenario {
    var dice = Dice(seed: seed &* 101)
    var scenario = ordinary(seed: seed)
    scenario.segmentBytes = 700
    scenario.windowBytes = 65_536
    scenario.laneEvents = UInt32.max - 1
    scenario.steps = scenario.steps.flatMap { step -> [Step] in
      if dice.hits(60) { return [relief(&dice), step] }
      guard dice.hits(100) else { return [step] }
      let path = "0000000\(1 + dice.below(4)).seg"
      return [.fail(call: "open", path: path, after: 0, count: 1_000, code: EIO), step]
    }
    return scenario
  }

  /// Both programs deliver, and each may lose the lock of the destination.
  static func leaseless(seed: UInt64) -> Scenario {
    var dice = Dice(seed: seed &* 89)
    var scenario = ordinary(seed: seed)
    scenario.losesLeases = true
    scenario.steps = scenario.steps.map { step in
      guard case .deliver(_, let destination, let roll) = step else { return step }
      return .deliver(dice.below(2), destination: destination, roll: roll)
    }
    return scenario
  }
}
