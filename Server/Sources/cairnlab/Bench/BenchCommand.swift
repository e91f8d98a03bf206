import ArgumentParser

/// Measures the cost of an event, compared with fixed operations in the same run.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure the cost of an event on this machine.",
    subcommands: [
      BenchTrackCommand.self, BenchOpenCommand.self, BenchDeliverCommand.self,
      BenchJournalCommand.self, BenchContentCommand.self, BenchExperimentsCommand.self,
      BenchCollectCommand.self, BenchAttackCommand.self, BenchServeCommand.self,
    ])
}
