import Cairn
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// A first launch without a network: conversions of processes that are killed, and a document that
/// comes later, to processes that are killed as well.
@Suite struct OfflineLaunchKillTests {
  private static let visitors = 40
  private static let calls = 10 * visitors
  /// A slow machine needs many processes for all calls.
  private static let mostKills = 400

  @Test(
    "conversions that were tracked offline arrive once, whenever the processes are killed"
  )
  func killed() async throws {
    try await Workload.onThread { try work() }
  }

  private func work() throws {
    let scratch = try Scratch()
    let seed = SystemRandomness().next()
    let chance = SeededRandomness(seed: seed)
    let name = "seed \(seed), \(scratch.path)"
    var kills = 0
    while scratch.acknowledgedCalls < Self.calls, kills < Self.mostKills {
      try kill(scratch, chance)
      kills += 1
    }
    #expect(scratch.acknowledgedCalls == Self.calls, "\(name)")
    #expect(kills > 0, "\(name)")
    #expect(ArrivedReports(path: scratch.path + "/requests").events == 0, "\(name)")
    // The next day there is a network.
    try Self.document.write(
      toFile: scratch.path + "/document", atomically: true, encoding: .utf8)
    for _ in 0..<15 { try kill(scratch, chance) }
    #expect(try start(scratch, seed: 1, isLast: true).wait().ending == .exit(0), "\(name)")
    let arrived = ArrivedReports(path: scratch.path + "/requests")
    #expect(arrived.twiceInABody == [], "\(name)")
    #expect(arrived.reports == Self.expected, "\(name)")
    // What is repeated after a kill has its earlier key.
    #expect(arrived.keys.count == Self.expected.count, "\(name)")
    #expect(arrived.events <= Self.expected.count + 2 * 15, "\(name)")
    if arrived.reports == Self.expected, arrived.keys.count == Self.expected.count {
      scratch.remove()
    }
  }

  private func kill(_ scratch: Scratch, _ chance: SeededRandomness) throws {
    let child = try start(scratch, seed: chance.next(upThrough: 1_000_000), isLast: false)
    try child.killAtRandom(chance, longestStart: 60, longestLife: 40, scratch)
  }

  private func start(_ scratch: Scratch, seed: Int64, isLast: Bool) throws -> Child {
    try Child(
      Workload.program,
      [
        "conversions", "--directory", scratch.path + "/journal", "--acks", scratch.path + "/acks",
        "--requests", scratch.path + "/requests", "--document", scratch.path + "/document",
        "--first", "\(scratch.acknowledgedCalls)", "--last", isLast ? "1" : "0", "--seed",
        "\(seed)",
      ])
  }

  private static let document: String = {
    let names = (0..<10).map { #"{"id":"g\#($0)","key":"g\#($0)"}"# }
    let experiences = (0..<10).map { number in
      #"{"id":"e\#(number)","key":"e\#(number)","version":11,"variations":["#
        + #"{"id":"a","key":"a","traffic_allocation":100}]}"#
    }
    return
      #"{"account_id":"1","project":{"id":"2"},"experiences":[\#(experiences.joined(separator: ","))],"#
      + #""goals":[\#(names.joined(separator: ","))]}"#
  }()

  /// The reports: no visitor has seen a variation.
  private static let expected: Set<String> = {
    var reports: Set<String> = []
    for number in 0..<calls {
      let (visitor, goal) = (number % visitors, number / visitors)
      reports.insert("v\(visitor) g\(goal)")
      if goal % 2 == 1 { reports.insert("v\(visitor) g\(goal) amount \(goal)") }
    }
    return reports
  }()
}
