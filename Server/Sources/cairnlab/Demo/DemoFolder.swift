import Foundation

/// The temporary folder of one demo, and the paths in it.
struct DemoFolder: Sendable {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-demo-\(UUID().uuidString.prefix(8))", isDirectory: true)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  /// Returns the path of a destination's database.
  func database(_ name: String) -> String { root.appendingPathComponent("\(name).sqlite").path }

  func writer(_ number: Int) throws -> WriterFolder {
    let folder = WriterFolder(root: root.appendingPathComponent("writer-\(number)"))
    try FileManager.default.createDirectory(at: folder.root, withIntermediateDirectories: true)
    return folder
  }

  func remove() { try? FileManager.default.removeItem(at: root) }
}

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
