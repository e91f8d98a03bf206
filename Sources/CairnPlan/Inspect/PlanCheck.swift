import Cairn

/// Checks events with one name against their entry in the plan.
struct PlanCheck: Sendable {
  private let kind: EventKind
  private let check: SchemaCheck

  init(_ event: PlannedEvent) {
    kind = event.kind == .screen ? .screen : .track
    check = SchemaCheck(event.schema)
  }

  func problems(_ kind: EventKind, _ properties: [String: Value]) -> [PlanProblem] {
    guard kind == self.kind else {
      return [PlanProblem([], "it is \(kind.name), not \(self.kind.name)")]
    }
    return check.problems(of: properties)
  }
}
