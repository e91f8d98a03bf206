import ArgumentParser

/// `cairnctl store`: works on the stores of a collector.
@available(macOS 14, *)
struct StoreCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "store",
      abstract: "Back up and restore the database of a collector, or copy it to another store.",
      subcommands: [StoreBackupCommand.self, StoreRestoreCommand.self, StoreCopyCommand.self])
  }
}
