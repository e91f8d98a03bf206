import ArgumentParser

/// `cairnctl store`: the stores of the collector.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Copy the events of a collector to another store.",
    subcommands: [StoreCopyCommand.self])
}
