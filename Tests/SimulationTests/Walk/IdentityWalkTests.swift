import CairnTesting
import Foundation
import Testing

/// Consent × keychain × kill × reinstall × a grant later, in random order, for the store of the identity alone.
///
/// Thousands of times as fast as ``EngineWalkTests``, so it goes as much further. `CAIRN_IDENTITY_WALKS` says how far,
/// `CAIRN_FIRST_SEED` from where.
@Suite struct IdentityWalkTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let walks = environment["CAIRN_IDENTITY_WALKS"].flatMap(UInt64.init) ?? 10_000
  private static let firstSeed = environment["CAIRN_FIRST_SEED"].flatMap(UInt64.init) ?? 1

  @Test(
    "in 10 000 random walks of launches no identifier comes back, and no named user is lost",
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
