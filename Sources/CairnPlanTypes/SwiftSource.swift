package import CairnPlan

/// The Swift source of a plan's events.
package enum SwiftSource {
  /// Types that conform to `TypedEvent`; the same bytes for the same plan.
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
