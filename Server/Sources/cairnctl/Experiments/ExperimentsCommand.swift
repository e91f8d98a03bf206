import ArgumentParser

/// Evaluates a document of experiments without an app.
struct ExperimentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "experiments",
    abstract: "Explain decisions, show how visitors are split, check test vectors.",
    subcommands: [ExplainCommand.self, DistributionCommand.self, CheckVectorsCommand.self])
}
