import Cairn
import Foundation

/// The counters of one run, which `write` stores in the file of `--ledger`.
struct LedgerReport: Codable {
  var recorded: UInt64
  var buffered: Int
  var refused: UInt64
  var problem: String?
  var destinations: [CheckReport.Account]

  init(_ ledger: Ledger) {
    recorded = ledger.recorded
    buffered = ledger.buffered
    refused = ledger.refused.values.reduce(0, +)
    problem = ledger.storageProblem?.rawValue
    destinations = ledger.destinations.map(CheckReport.Account.init)
  }

  /// Writes with as few calls as possible, because some may fail.
  func write(to channel: Channel) throws {
    channel.write(String(decoding: try JSONEncoder().encode(self), as: UTF8.self))
  }
}
