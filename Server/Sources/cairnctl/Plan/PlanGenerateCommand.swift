import ArgumentParser
import CairnPlan
import CairnPlanTypes
import Foundation

/// Generates Swift types from a plan.
struct PlanGenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate Swift types from a tracking plan, so that the compiler checks the names.",
    discussion: """
      The same plan always generates the same bytes. A file that is up to date is not written. \
      Exits with 1 when the plan has a problem, or a name that cannot be a Swift name; with \
      --check also when the output is not up to date.
      """)

  @Argument(help: "The plan: a file in JSON (its name ends in .json) or YAML.") var file: String
  @Option(help: "The Swift file to write (default: standard output).") var output: String?
  @Option(help: "Access level of the types: public or internal.") var access = SwiftAccess.public
  @Flag(help: "Write nothing; only check whether the output is up to date.") var check = false

  func validate() throws {
    if check, output == nil { throw ValidationError("--check needs --output.") }
  }

  func run() throws {
    let text = try text()
    guard let output else { return print(text, terminator: "") }
    guard (try? Data(contentsOf: URL(fileURLWithPath: output))) != Data(text.utf8) else { return }
    if check { try fail("\(output) is not up to date: run this without --check\n") }
    try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
  }

  private func text() throws -> String {
    do {
      return try SwiftSource.text(of: PlanFile(path: file).plan(), access: access)
    } catch let error as PlanError {
      let problems = error.problems.map(PlanReport.Problem.init)
      try fail(PlanReport(problems: problems).text(of: file) + "\n")
    }
  }

  private func fail(_ message: String) throws -> Never {
    FileHandle.standardError.write(Data(message.utf8))
    throw ExitCode(1)
  }
}

extension SwiftAccess: ExpressibleByArgument {}
