import ArgumentParser
import Cairn
import CairnPlan
import Foundation

/// Works with tracking plans: documents of the events that an app agreed to track.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Check a tracking plan, check events against it, generate Swift types from it.",
    subcommands: [PlanCheckCommand.self, PlanGenerateCommand.self])
}

/// A plan in a JSON or YAML file.
struct PlanFile {
  let path: String

  /// Reads the plan; throws `PlanError` with the problems of the plan.
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
