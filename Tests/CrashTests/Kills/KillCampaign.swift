import Cairn
import CairnTesting
import Foundation

/// Kills the real library on the real disk a number of times, in several folders, two at a time.
///
/// The environment: `CAIRN_KILLS`, the number of kills; `CAIRN_KILL_SEED`, the seed;
/// `CAIRN_KILL_REPORT`, the file for the result.
struct KillCampaign {
  /// The contents of the report.
  struct Result: Codable, Sendable {
    var folders = 0
    var kills = 0
    var acknowledged = 0
    var lost = 0
    var repeated = 0
    var faults: [String] = []
  }

  private static let livesPerFolder = 24
  private static let livesPerCheck = 6

  let kills: Int
  let seed: UInt64

  init() {
    let environment = ProcessInfo.processInfo.environment
    kills = environment["CAIRN_KILLS"].flatMap(Int.init) ?? Self.ordinary
    seed = environment["CAIRN_KILL_SEED"].flatMap(UInt64.init) ?? SystemRandomness().next()
  }

  #if DEBUG
  private static let ordinary = 100
  #else
  private static let ordinary = 1_000
  #endif

  func run() async throws -> Result {
    let total = Total()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for half in 0..<2 {
        group.addTask { try await Workload.onThread { try work(half, total) } }
      }
      try await group.waitForAll()
    }
    let result = total.result.withLock { $0 }
    if let path = ProcessInfo.processInfo.environment["CAIRN_KILL_REPORT"] {
      try JSONEncoder().encode(result).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    return result
  }

  /// The totals of both halves so far.
  private final class Total: Sendable {
    let result = Locked(Result())
  }

  private func work(_ half: Int, _ total: Total) throws {
    let chance = SeededRandomness(seed: seed &+ UInt64(half))
    while total.result.withLock({ $0.kills < kills && $0.faults.isEmpty }) {
      let folder = try KilledFolder(seed: chance.next())
      var verdict = KillVerdict(acknowledged: 0, lost: 0, repeated: 0, faults: [])
      try folder.dieUnanswered()
      for life in 1...Self.livesPerFolder where verdict.faults.isEmpty {
        try folder.live()
        if life % Self.livesPerCheck == 0 { verdict = try folder.check() }
      }
      total.result.withLock { [verdict, number = folder.kills] result in
        result.folders += 1
        result.kills += number
        result.acknowledged += verdict.acknowledged
        result.lost += verdict.lost
        result.repeated += verdict.repeated
        result.faults += Array(verdict.faults.prefix(20))
      }
      if verdict.faults.isEmpty { folder.remove() }
    }
  }
}
