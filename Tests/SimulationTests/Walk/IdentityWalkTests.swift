import CairnTesting
import Foundation
import Testing

/// Consent × keychain × kill × reinstall × a later grant, in random order, for the identity store
/// alone.
///
/// It is thousands of times as fast as ``EngineWalkTests``, and runs accordingly more walks.
/// `CAIRN_IDENTITY_WALKS` is their number, `CAIRN_FIRST_SEED` the first seed.
@Suite struct IdentityWalkTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let walks = environment["CAIRN_IDENTITY_WALKS"].flatMap(UInt64.init) ?? 10_000
  private static let firstSeed = environment["CAIRN_FIRST_SEED"].flatMap(UInt64.init) ?? 1

  @Test(
    "in 10 000 random walks of launches no removed identifier returns, and no named user is lost",
    arguments: 0..<10 as Range<UInt64>)
  func walks(part: UInt64) {
    for number in stride(from: part, to: Self.walks, by: 10) {
      let seed = Self.firstSeed &+ number
      var walk = IdentityWalk(seed: seed)
      walk.run(steps: 14)
      guard walk.violations.isEmpty else {
        Issue.record("seed \(seed): \(walk.violations) \(walk.story)")
        return
      }
    }
  }
}
