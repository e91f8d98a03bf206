import Foundation
import Testing

/// Consent × keychain × kill × reinstallation × backup × a later grant, for a whole app in random
/// order.
@Suite struct EngineWalkTests {
  /// The number of walks (`CAIRN_WALKS`), the first seed (`CAIRN_FIRST_SEED`), and the path of the
  /// report (`CAIRN_WALK_REPORT`).
  private static let environment = ProcessInfo.processInfo.environment
  private static let walks = environment["CAIRN_WALKS"].flatMap(Int.init) ?? ordinary
  private static let firstSeed = environment["CAIRN_FIRST_SEED"].flatMap(UInt64.init) ?? 1

  #if DEBUG
  private static let ordinary = 200
  #else
  private static let ordinary = 500
  #endif

  @Test("in random walks of a whole app no guarantee of consent is broken")
  func walks() async throws {
    // Two halves, so that the test does not run alone beside idle processors at the end.
    let steps = try await withThrowingTaskGroup(of: [String: Int].self) { halves in
      for first in 0..<2 { halves.addTask { try await Self.walkEverySecond(from: first) } }
      return try await halves.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }
    try report(steps)
  }

  /// Runs every second walk; returns the number of each step.
  private static func walkEverySecond(from first: Int) async throws -> [String: Int] {
    var steps: [String: Int] = [:]
    for number in stride(from: first, to: walks, by: 2) {
      let walk = EngineWalk(seed: firstSeed &+ UInt64(number))
      await walk.run(steps: 14)
      for step in walk.story { steps[step.prefix { $0 != " " }.description, default: 0] += 1 }
      try #require(
        walk.violations.isEmpty,
        "seed \(firstSeed &+ UInt64(number)): \(walk.violations)\n\(walk.story.joined(separator: ", "))"
      )
    }
    return steps
  }

  private func report(_ steps: [String: Int]) throws {
    guard let path = Self.environment["CAIRN_WALK_REPORT"] else { return }
    let report: [String: Any] = ["walks": Self.walks, "pairs": ["walk": steps]]
    try JSONSerialization.data(withJSONObject: report).write(to: URL(fileURLWithPath: path))
  }
}
