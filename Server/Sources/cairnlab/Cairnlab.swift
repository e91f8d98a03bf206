import ArgumentParser

/// Shows, measures and simulates Cairn: each command has a folder of its own.
@main
struct Cairnlab: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cairnlab",
      abstract: "See that no event is lost, what recording costs, and what a fleet of apps does.",
      subcommands: subcommands)
  }

  // The collector needs a newer macOS than the SDK.
  private static var subcommands: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = []
    if #available(macOS 14, *) { commands.append(DemoCommand.self) }
    return commands + [
      BenchCommand.self, FleetCommand.self, DemoWriterCommand.self, DemoContentWriterCommand.self,
    ]
  }
}
