import ArgumentParser

/// Works with tracking plans: documents of the events that an app agreed to track.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Check a tracking plan, hold events against it, make Swift types of it.",
    subcommands: [PlanCheckCommand.self, PlanGenerateCommand.self])
}
