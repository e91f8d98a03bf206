import ArgumentParser
import CairnCollector

/// `cairnctl store restore`: creates a database from a copy.
@available(macOS 14, *)
struct StoreRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Create the SQLite database of a collector from a copy.",
    discussion: """
      An existing database is not overwritten: stop the collector, and move its file and those \
      ending in -wal and -shm away first. Events that were erased after the copy was made are in it: \
      repeat these erasures.
      """)

  @Argument(help: "The copy, which cairnctl store backup has created.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "SQLite file to create. (default: cairn/collector.sqlite in $XDG_STATE_HOME or "
        + "$HOME/.local/state)", valueName: "path"))
  var database: String?

  func run() throws {
    try DatabaseCopying.run(
      from: file, to: database ?? StateFolder.file("collector.sqlite"), title: "Restoring")
  }
}
