import ArgumentParser

/// Looks into the folder of a journal: of a running app, of a dead one, or pulled from a device.
struct JournalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "Look into a journal's folder. Only `dead replay` and `dead discard` change it.",
    subcommands: [
      InspectCommand.self, VerifyCommand.self, TailCommand.self, ExportCommand.self,
      DeadCommand.self, RepairCommand.self,
    ])
}

/// The folder that every command of a journal is given.
struct FolderArgument: ParsableArguments {
  @Argument(help: "The folder: what Configuration.directory was, or any folder in or around it.")
  var directory: String
}
