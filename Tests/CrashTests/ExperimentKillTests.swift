import CairnTesting
import Cairn
import CairnExperiments
import CrashSupport
import Foundation
import Testing

/// Ten thousand exposures and conversions of five hundred visitors, over an unreliable network.
@Suite struct ExperimentKillTests {
  private static let calls = 10_000

  @Test(
    "after kills Convert gets each exposure and conversion that returned, at most once in a body"
  )
  func killed() async throws {
    try await Workload.onThread { try work() }
  }

  private func work() throws {
    let scratch = try Scratch()
    let seed = SystemRandomness().next()
    let chance = SeededRandomness(seed: seed)
    var kills = 0
    while acknowledged(scratch) < Self.calls, kills < Self.mostKills {
      try kill(scratch, chance)
      kills += 1
    }
    // The last process runs to its end.
    let last = try start(scratch, seed: 1, most: 0)
    #expect(last.wait().ending == .exit(0))
    let arrived = ArrivedReports(path: scratch.path + "/requests")
    #expect(acknowledged(scratch) == Self.calls)
    #expect(arrived.twiceInABody == [], "seed \(seed), \(scratch.path)")
    #expect(arrived.reports == Self.expected, "seed \(seed), \(scratch.path)")
    // A report that is repeated after a kill has its earlier key, and consists at most of the
    // reports of one call.
    #expect(arrived.keys.count == Self.expected.count, "seed \(seed), \(scratch.path)")
    #expect(arrived.events <= Self.expected.count + 2 * kills, "seed \(seed), \(scratch.path)")
    // A kill hides one response at most.
    #expect(arrived.repeating <= kills, "seed \(seed), \(scratch.path)")
    // Even on a fast machine, no process makes all calls.
    #expect(kills > 5)
    if arrived.reports == Self.expected, arrived.twiceInABody.isEmpty { scratch.remove() }
  }

  #if DEBUG
  private static let longestLife: Int64 = 150
  private static let longestStart: Int64 = 60
  #else
  private static let longestLife: Int64 = 25
  private static let longestStart: Int64 = 10
  #endif
  private static let mostKills = 60
  private static let mostCalls: Int64 = 1_500

  /// Starts a process and kills it, every fourth one during its start.
  private func kill(_ scratch: Scratch, _ chance: SeededRandomness) throws {
    let child = try start(
      scratch, seed: chance.next(upThrough: 1_000_000),
      most: 1 + chance.next(upThrough: Self.mostCalls - 1))
    let isBeginning = chance.next(upThrough: 3) == 0
    guard isBeginning || child.readLine() == "ready" else {
      throw Workload.Failure(text: "\(scratch.path): it does not begin")
    }
    let life = chance.next(upThrough: isBeginning ? Self.longestStart : Self.longestLife)
    child.watch(milliseconds: Int32(life))
    child.send(SIGKILL)
    let ending = child.wait().ending
    guard ending == .signal(SIGKILL) else {
      throw Workload.Failure(text: "\(scratch.path): \(ending)")
    }
  }

  private func start(_ scratch: Scratch, seed: Int64, most: Int64) throws -> Child {
    try Child(
      Workload.program,
      [
        "experiments", "--directory", scratch.path + "/journal", "--acks", scratch.path + "/acks",
        "--requests", scratch.path + "/requests", "--first", "\(acknowledged(scratch))",
        "--most", "\(most)", "--seed", "\(seed)",
      ])
  }

  /// Returns the number of calls that returned, which are made in order.
  private func acknowledged(_ scratch: Scratch) -> Int {
    let data = FileManager.default.contents(atPath: scratch.path + "/acks") ?? Data()
    // The last line may be incomplete.
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    return lines.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) }.map { $0 + 1 } ?? 0
  }

  private static let expected: Set<String> = {
    var reports: Set<String> = []
    for visitor in (0..<500).map({ "v\($0)" }) {
      let shown = (0..<10).map { number in
        let value = Bucketer.value(experienceID: "e\(number)", visitorID: visitor)
        return "e\(number) \(value < 5_000 ? "a" : "b")"
      }
      let all = shown.joined(separator: " ")
      for subject in 0..<10 {
        reports.insert("\(visitor) \(shown[subject])")
        reports.insert("\(visitor) g\(subject) \(all)")
        if subject % 2 == 1 { reports.insert("\(visitor) g\(subject) amount \(subject) \(all)") }
      }
    }
    return reports
  }()
}
