import ToolSupport
import ArgumentParser
import Cairn
import CairnPlan

/// Prints the problems of a plan, and the violations of an export's events.
struct PlanCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Print the contents of a tracking plan, and all of its problems.",
    discussion: """
      With --events it also prints how often each event of an export occurs, and its violations of \
      the plan. Exits with 1 when there is a problem or a violation.

      --json prints an object: name, problems (each with place and what), events (each with name, \
      kind, properties, required) and, with --events, export: occurrences and violations (each \
      with event, place, what, times).
      """)

  @Argument(help: "The plan: a file in JSON (its name ends in .json) or YAML.") var file: String
  @Option(
    help: "Events to check, from `cairnctl journal export`; - is standard input.")
  var events: String?
  @Flag(help: "Print JSON instead of tables.") var json = false

  func run() throws {
    var report = PlanReport()
    do {
      let plan = try PlanFile(path: file).plan()
      report = PlanReport(plan)
      if let events { report.export = try ExportCheck(plan, eventsIn: events).report }
    } catch let error as PlanError {
      report.problems = error.problems.map(PlanReport.Problem.init)
    }
    print(json ? try StableJSON.text(report) : report.text(of: file))
    if !report.isSound { throw ExitCode(1) }
  }
}
