import ArgumentParser

/// The command-line tool; each command has its own folder.
@main
struct Cairnctl: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cairnctl",
      abstract: "Runs a Cairn collector, and inspects Cairn's journals and documents.",
      subcommands: subcommands)
  }

  // The collector requires a newer macOS than the SDK.
  private static var subcommands: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = []
    if #available(macOS 14, *) {
      commands += [TryCommand.self, TryShopCommand.self, CollectCommand.self, StoreCommand.self]
    }
    #if canImport(PostgreSQLClient)
    if #available(macOS 14, *) { commands.append(ShipCommand.self) }
    #endif
    return commands + [
      KeyCommand.self, JournalCommand.self, PlanCommand.self, ExperimentsCommand.self,
      MigrateCommand.self, EventsCommand.self, TrendCommand.self, FunnelCommand.self,
    ]
  }
}
