import ArgumentParser

/// Inspects the folder of a journal, of a running app, of a terminated one, or copied from a
/// device.
struct JournalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "Inspect a journal's folder. Only `dead replay` and `dead discard` change it.",
    subcommands: [
      InspectCommand.self, VerifyCommand.self, TailCommand.self, ExportCommand.self,
      DeadCommand.self, RepairCommand.self,
    ])
}

/// The folder argument of all commands for a journal.
struct FolderArgument: ParsableArguments {
  @Argument(help: "The folder: Configuration.directory, or any folder in it or above it.")
  var directory: String
}
