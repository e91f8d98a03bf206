import Foundation

/// The folder of one writer, which outlasts its lives.
struct WriterFolder: Sendable {
  let root: URL

  /// Where the SDK keeps its journal.
  var journal: URL { root.appendingPathComponent("journal", isDirectory: true) }
  /// The writer's own record of what `track()` returned.
  var witness: String { root.appendingPathComponent("witness.txt").path }
  /// The ledger, from the last life.
  var report: URL { root.appendingPathComponent("ledger.json") }
  /// What all lives wrote to standard error.
  var log: String { root.appendingPathComponent("errors.log").path }
}
