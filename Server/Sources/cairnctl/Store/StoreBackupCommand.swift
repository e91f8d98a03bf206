import ArgumentParser
import CairnCollector

/// `cairnctl store backup`: copies a SQLite database, also while a collector uses it.
@available(macOS 14, *)
struct StoreBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the SQLite database of a collector, which may be running.",
    discussion: """
      The copy has all events that were acknowledged before the command began, and is verified: its \
      pages, its indexes, and that the counts are those of the events. It is one file.
      """)

  @Argument(help: "The file to create; an existing one is not overwritten.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "SQLite file of the collector. (default: cairn/collector.sqlite in $XDG_STATE_HOME or "
        + "$HOME/.local/state)", valueName: "path"))
  var database: String?

  func run() throws {
    try DatabaseCopying.run(
      from: database ?? StateFolder.file("collector.sqlite"), to: file, title: "Copying")
  }
}
