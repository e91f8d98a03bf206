import ArgumentParser
import Cairn
import CairnPlan
import Foundation

/// Works with tracking plans: documents of the events that an app agreed to track.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Check a tracking plan, hold events against it, make Swift types of it.",
    subcommands: [PlanCheckCommand.self, PlanGenerateCommand.self])
}

/// A plan on the disk, in JSON or YAML.
struct PlanFile {
  let path: String

  /// Throws `PlanError` for what is wrong with the plan.
  func plan() throws -> TrackingPlan {
    let bytes = try Self.bytes(path)
    if path.lowercased().hasSuffix(".json") { return try TrackingPlan(json: bytes) }
    return try TrackingPlan(YAML.value(bytes))
  }

  static func bytes(_ path: String) throws -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw ValidationError("The file \(path) cannot be read.")
    }
  }
}
