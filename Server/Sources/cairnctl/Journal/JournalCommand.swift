import ArgumentParser

/// Looks into the folder of a journal: of a running app, of a dead one, or pulled from a device.
struct JournalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "Inspect a journal's folder. Only `dead replay` and `dead discard` change it.",
    subcommands: [
      InspectCommand.self, VerifyCommand.self, TailCommand.self, ExportCommand.self,
      DeadCommand.self, RepairCommand.self,
    ])
}

/// The folder that every command of a journal is given.
struct FolderArgument: ParsableArguments {
  @Argument(help: "The folder: Configuration.directory, or any folder in it or above it.")
  var directory: String
}
