import Foundation

/// The extent of a campaign, from the environment.
///
/// `CAIRN_STATES`: the total number of crash states. `CAIRN_SEED`: only this seed.
/// `CAIRN_FIRST_SEED`: the first seed. `CAIRN_MINUTES`: the maximum time. `CAIRN_STOP`: end the
/// process at the first failure, and do not shorten it.
struct Budget: Sendable {
  var states: Int
  var firstSeed: UInt64
  var isOneSeed: Bool
  var deadline: Date?
  /// Whether the first failure ends the process.
  var stopsAtOnce: Bool

  var isOver: Bool { deadline.map { Date() > $0 } ?? false }

  static let current: Budget = {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["CAIRN_SEED"].flatMap(UInt64.init)
    let minutes = environment["CAIRN_MINUTES"].flatMap(Double.init)
    return Budget(
      states: environment["CAIRN_STATES"].flatMap(Int.init) ?? ordinary,
      firstSeed: seed ?? environment["CAIRN_FIRST_SEED"].flatMap(UInt64.init) ?? 1,
      isOneSeed: seed != nil, deadline: minutes.map { Date(timeIntervalSinceNow: $0 * 60) },
      stopsAtOnce: environment["CAIRN_STOP"] != nil)
  }()

  #if DEBUG
  private static let ordinary = 6_000
  #else
  private static let ordinary = 200_000
  #endif
}
