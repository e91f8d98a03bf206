import Foundation

/// The temporary folder of one demo, and where everything lies in it.
struct DemoFolder: Sendable {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-demo-\(UUID().uuidString.prefix(8))", isDirectory: true)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  /// What a destination stores.
  func database(_ name: String) -> String { root.appendingPathComponent("\(name).sqlite").path }

  func writer(_ number: Int) throws -> WriterFolder {
    let folder = WriterFolder(root: root.appendingPathComponent("writer-\(number)"))
    try FileManager.default.createDirectory(at: folder.root, withIntermediateDirectories: true)
    return folder
  }

  func remove() { try? FileManager.default.removeItem(at: root) }
}

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
