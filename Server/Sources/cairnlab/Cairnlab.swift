import ArgumentParser

/// Demonstrates, measures and simulates Cairn; each command has its own folder.
@main
struct Cairnlab: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cairnlab",
      abstract: "Prove that no event is lost, measure the cost of recording, simulate a fleet.",
      subcommands: subcommands)
  }

  // The collector requires a newer macOS than the SDK.
  private static var subcommands: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = []
    if #available(macOS 14, *) {
      commands.append(DemoCommand.self)
      #if canImport(PostgreSQLClient)
      commands.append(ClusterCommand.self)
      #endif
    }
    return commands + [
      BenchCommand.self, FleetCommand.self, DemoWriterCommand.self, DemoContentWriterCommand.self,
    ]
  }
}
