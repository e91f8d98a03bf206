import Foundation

/// The folder of one writer, which all of its lives use.
struct WriterFolder: Sendable {
  let root: URL

  /// The folder of the SDK's journal.
  var journal: URL { root.appendingPathComponent("journal", isDirectory: true) }
  /// The writer's own record of the events for which `track()` returned.
  var witness: String { root.appendingPathComponent("witness.txt").path }
  /// The ledger of the last life.
  var report: URL { root.appendingPathComponent("ledger.json") }
  /// The standard error of all lives.
  var log: String { root.appendingPathComponent("errors.log").path }
}
