import ArgumentParser

/// Moves an app from another SDK: its data on devices, and its source.
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Take over the data of another SDK, or rewrite its calls.",
    discussion: "`migrate FOLDER` is short for `migrate store FOLDER`.",
    subcommands: [MigrateStoreCommand.self, MigrateSourceCommand.self],
    defaultSubcommand: MigrateStoreCommand.self)
}
