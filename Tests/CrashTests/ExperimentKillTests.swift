import CairnTesting
import Cairn
import Foundation
import Testing

/// Ten thousand exposures and conversions of five hundred visitors, over a failing network.
@Suite struct ExperimentKillTests {
  private static let calls = 10_000

  @Test(
    "however often processes are killed, Convert gets each exposure and conversion that returned, and none twice in a body"
  )
  func killed() async throws {
    try await Workload.onThread { try work() }
  }

  private func work() throws {
    let scratch = try Scratch()
    let seed = SystemRandomness().next()
    let chance = SeededRandomness(seed: seed)
    var (kills, isDone) = (0, false)
    while !isDone {
      let child = try start(scratch, seed: chance.next(upThrough: 1_000_000))
      guard child.readLine() == "ready" else {
        throw Workload.Failure(text: "\(scratch.path): it does not begin")
      }
      child.watch(milliseconds: Int32(1 + chance.next(upThrough: Self.longestLife)))
      child.send(SIGKILL)
      switch child.wait().ending {
      case .signal(SIGKILL): kills += 1
      case .exit(0): isDone = true
      case let other: throw Workload.Failure(text: "\(scratch.path): \(other)")
      }
      // Enough: the last one lives to the end.
      if !isDone, kills >= Self.mostKills || acknowledged(scratch) == Self.calls {
        let last = try start(scratch, seed: 1)
        #expect(last.wait().ending == .exit(0))
        isDone = true
      }
    }
    let arrived = ArrivedReports(path: scratch.path + "/requests")
    #expect(acknowledged(scratch) == Self.calls)
    #expect(arrived.twiceInABody == [], "seed \(seed), \(scratch.path)")
    #expect(arrived.reports == Self.expected, "seed \(seed), \(scratch.path)")
    // What is told again after a kill has the key that it had before, and is what one call tells at most.
    #expect(arrived.keys.count == Self.expected.count, "seed \(seed), \(scratch.path)")
    #expect(arrived.events <= Self.expected.count + 2 * kills, "seed \(seed), \(scratch.path)")
    #expect(kills > 5)
    if arrived.reports == Self.expected, arrived.twiceInABody.isEmpty { scratch.remove() }
  }

  #if DEBUG
  private static let longestLife: Int64 = 150
  #else
  private static let longestLife: Int64 = 25
  #endif
  private static let mostKills = 60

  private func start(_ scratch: Scratch, seed: Int64) throws -> Child {
    try Child(
      Workload.program,
      [
        "experiments", "--directory", scratch.path + "/journal", "--acks", scratch.path + "/acks",
        "--requests", scratch.path + "/requests", "--first", "\(acknowledged(scratch))",
        "--seed", "\(seed)",
      ])
  }

  /// How many calls returned: they are made in order.
  private func acknowledged(_ scratch: Scratch) -> Int {
    let data = FileManager.default.contents(atPath: scratch.path + "/acks") ?? Data()
    // The last line may be cut off.
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    return lines.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) }.map { $0 + 1 } ?? 0
  }

  private static let expected: Set<String> = {
    var reports: Set<String> = []
    for visitor in 0..<500 {
      for subject in 0..<10 {
        reports.insert("v\(visitor) e\(subject)")
        reports.insert("v\(visitor) g\(subject)")
        if subject % 2 == 1 { reports.insert("v\(visitor) g\(subject) amount \(subject)") }
      }
    }
    return reports
  }()
}
