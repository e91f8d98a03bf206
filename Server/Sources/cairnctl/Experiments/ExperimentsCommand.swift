import ArgumentParser
import CairnExperiments
import Foundation

/// Evaluates a document of experiments without an app.
struct ExperimentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "experiments",
    abstract: "Explain decisions, show how visitors are split, check test vectors.",
    subcommands: [ExplainCommand.self, DistributionCommand.self, CheckVectorsCommand.self])
}

/// The document of a command.
struct DocumentArgument: ParsableArguments {
  @Argument(help: "The document as the service delivers it: a JSON file.") var config: String

  func read() throws -> ExperimentDocument {
    try ExperimentDocument(json: Data(contentsOf: URL(fileURLWithPath: config)))
  }
}
