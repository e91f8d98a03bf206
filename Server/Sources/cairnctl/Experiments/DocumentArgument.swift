import ArgumentParser
import CairnExperiments
import Foundation

/// The document of a command.
struct DocumentArgument: ParsableArguments {
  @Argument(help: "The document as the service delivers it: a JSON file.") var config: String

  func read() throws -> ExperimentDocument {
    try ExperimentDocument(json: Data(contentsOf: URL(fileURLWithPath: config)))
  }
}
