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
    while scratch.acknowledgedCalls < Self.calls, kills < Self.mostKills {
      try kill(scratch, chance)
      kills += 1
    }
    // The last process runs to its end.
    let last = try start(scratch, seed: 1, most: 0)
    #expect(last.wait().ending == .exit(0))
    let arrived = ArrivedReports(path: scratch.path + "/requests")
    #expect(scratch.acknowledgedCalls == Self.calls)
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

  private func kill(_ scratch: Scratch, _ chance: SeededRandomness) throws {
    let child = try start(
      scratch, seed: chance.next(upThrough: 1_000_000),
      most: 1 + chance.next(upThrough: Self.mostCalls - 1))
    try child.killAtRandom(
      chance, longestStart: Self.longestStart, longestLife: Self.longestLife, scratch)
  }

  private func start(_ scratch: Scratch, seed: Int64, most: Int64) throws -> Child {
    try Child(
      Workload.program,
      [
        "experiments", "--directory", scratch.path + "/journal", "--acks", scratch.path + "/acks",
        "--requests", scratch.path + "/requests", "--first", "\(scratch.acknowledgedCalls)",
        "--most", "\(most)", "--seed", "\(seed)",
      ])
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
