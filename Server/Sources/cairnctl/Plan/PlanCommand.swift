import ArgumentParser

/// Works with tracking plans: documents of the events that an app agreed to track.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Check a tracking plan, check events against it, generate Swift types from it.",
    subcommands: [PlanCheckCommand.self, PlanGenerateCommand.self])
}
