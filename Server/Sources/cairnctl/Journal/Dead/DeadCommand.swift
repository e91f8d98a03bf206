import ArgumentParser

/// Shows, puts back or discards events that destinations refused permanently.
struct DeadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dead",
    abstract: "List, replay or discard events that destinations refused permanently.",
    discussion: "`cairnctl journal dead FOLDER` lists.",
    subcommands: [DeadListCommand.self, DeadReplayCommand.self, DeadDiscardCommand.self],
    defaultSubcommand: DeadListCommand.self)
}
