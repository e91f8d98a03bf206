import Cairn
import Foundation

/// The totals of all campaigns, which are written to the file that `CAIRN_SIMULATION_REPORT` names.
struct Totals: Codable, Sendable {
  var states = 0
  var acknowledged = 0
  var lost = 0

  private static let all = Locked(Totals())

  static func add(_ verdict: Verdict, lost: Int) {
    all.withLock { totals in
      totals.states += verdict.states
      totals.acknowledged += verdict.acknowledged
      totals.lost += lost
      guard let path = ProcessInfo.processInfo.environment["CAIRN_SIMULATION_REPORT"] else {
        return
      }
      try? JSONEncoder().encode(totals).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }
}
