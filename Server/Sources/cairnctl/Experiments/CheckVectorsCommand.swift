import ToolSupport
import ArgumentParser
import Cairn
import CairnExperimentVectors
import Foundation

/// Checks the decisions of this SDK against a file of test vectors.
struct CheckVectorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check test vectors in the format of bucketing.json or rules.json.",
    discussion: """
      If a vector has the member recommended, that is the expected value.

      Exits with 1 when any fails, or a group is unknown.
      --json prints an object: passed, failed, and groups, each with name, passed, failed and \
      failures (label, expected, found).
      """)

  @Argument(help: "The file.") var file: String
  @Flag(help: "Print JSON instead of a table.") var json = false

  func run() throws {
    let report = try VectorFile(json: Data(contentsOf: URL(fileURLWithPath: file))).check()
    let summary = VectorSummary(report)
    print(json ? try StableJSON.text(summary) : summary.text(on: .standardOutput))
    if report.failures > 0 { throw ExitCode(1) }
  }
}
