package import CairnPlan

/// Generates Swift source for the events of a plan.
package enum SwiftSource {
  /// Returns source with types that conform to `TypedEvent`.
  ///
  /// The same plan always gives the same text.
  ///
  /// - Throws: `PlanError` with the names for which no Swift identifier can be made.
  package static func text(
    of plan: TrackingPlan, access: SwiftAccess = .public
  ) throws(PlanError) -> String {
    var planner = TypePlanner()
    let events = planner.events(plan)
    guard planner.problems.isEmpty else { throw PlanError(planner.problems) }
    var writer = SwiftWriter(access: access)
    writer.write(header(plan))
    writer.write("\(access.modifier)import Cairn")
    for event in events {
      writer.write("")
      writer.write(event)
    }
    return writer.text
  }

  private static func header(_ plan: TrackingPlan) -> String {
    let name = plan.name.isEmpty ? "a tracking plan" : "the tracking plan \(plan.name.swiftLiteral)"
    return """
      // Made from \(name).
      // Change the plan, not this file, and run `cairnctl plan generate`.
      // swift-format-ignore-file

      """
  }
}

/// The access level of the generated types.
package enum SwiftAccess: String, CaseIterable, Sendable {
  case `public`
  case `internal`

  var modifier: String { self == .public ? "public " : "" }
}
