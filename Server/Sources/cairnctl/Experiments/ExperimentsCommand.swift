import ArgumentParser
import CairnExperiments
import Foundation

/// What an experiment's document decides, without an app.
struct ExperimentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "experiments",
    abstract: "Explain decisions, see how visitors are split, check vectors.",
    subcommands: [ExplainCommand.self, DistributionCommand.self, CheckVectorsCommand.self])
}

/// The document that is looked at.
struct DocumentArgument: ParsableArguments {
  @Argument(help: "The document, as the service hands it out: a JSON file.") var config: String

  func read() throws -> ExperimentDocument {
    try ExperimentDocument(json: Data(contentsOf: URL(fileURLWithPath: config)))
  }
}
