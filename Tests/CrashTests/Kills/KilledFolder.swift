import Cairn
import CairnTesting
import CrashSupport
import Foundation

/// A folder in which successive processes record with four threads, deliver, and are killed.
final class KilledFolder {
  private let scratch: Scratch
  private let chance: SeededRandomness
  private var runs = 0
  private(set) var kills = 0

  init(seed: UInt64) throws {
    scratch = try Scratch()
    chance = SeededRandomness(seed: seed)
  }

  /// Removes the folder; folders with problems are kept.
  func remove() { scratch.remove() }

  /// Runs a life that is killed after it has sent a request and before the response, even on a slow
  /// machine.
  func dieUnanswered() throws {
    let child = try start(["--takes", "600000", "--announce", "yes"])
    child.say("go")
    guard child.watch(milliseconds: Child.hangLimit) else {
      throw Workload.Failure(text: "\(scratch.path): run \(runs) sends nothing")
    }
    child.send(SIGKILL)
    try bury(child)
  }

  /// Runs one life, or two at the same time.
  func live() throws {
    let children = try (0..<(oneIn(4) ? 2 : 1)).map { _ in try start() }
    for child in children { child.say("go") }
    for child in children {
      child.watch(milliseconds: Int32(1 + chance.next(upThrough: 19)))
      child.send(SIGKILL)
    }
    for child in children { try bury(child) }
  }

  private func bury(_ child: Child) throws {
    switch child.wait().ending {
    case .signal(SIGKILL): kills += 1
    case .exit(0): break
    case let other: throw Workload.Failure(text: "\(scratch.path): \(other)")
    }
  }

  /// Starts a process that is about to open the folder.
  private func start(_ more: [String] = []) throws -> Child {
    runs += 1
    let child = try Child(
      Workload.program,
      [
        "write", "--directory", directory, "--acks", acks(runs), "--requests", requests,
        "--waits", "yes", "--run", "\(runs)", "--threads", "4",
        "--events", oneIn(4) ? "25" : "0",
        "--segment-bytes", pick(16_384, 32_768, 65_536), "--bytes", pick(50, 300, 300, 6_000),
        "--durable-every", pick(0, 0, 10), "--lose-answers", pick(0, 0, 3),
        "--sync", pick("never", "never", "0.01", "2"),
      ] + more)
    guard child.readLine() == "ready" else {
      throw Workload.Failure(text: "\(scratch.path): run \(runs) does not begin")
    }
    return child
  }

  /// Delivers the rest, and compares all deliveries with all acknowledgements.
  func check() throws -> KillVerdict {
    let report = try Workload.check(directory, requests: requests)
    let deliveries = Deliveries(path: requests)
    var verdict = KillVerdict(
      acknowledged: 0, lost: 0, repeated: deliveries.repeated,
      faults: deliveries.faults + report.faults(delivered: deliveries.events))
    for run in 1...max(1, runs) {
      let lines = Acknowledgements(path: acks(run)).lines
      verdict.add(lines, deliveries)
    }
    verdict.faults += deliveries.numbers.compactMap { source, numbers in
      numbers == Array(1...numbers.count) ? nil : "\(source) came as \(numbers)"
    }
    verdict.faults = verdict.faults.map { "\(scratch.path): \($0)" }
    return verdict
  }

  private var directory: String { scratch.path + "/journal" }
  private var requests: String { scratch.path + "/requests" }
  private func acks(_ run: Int) -> String { scratch.path + "/acks-\(run)" }

  private func oneIn(_ number: Int64) -> Bool { chance.next(upThrough: number - 1) == 0 }

  private func pick(_ values: Any...) -> String {
    "\(values[Int(chance.next(upThrough: Int64(values.count) - 1))])"
  }
}
