import ToolSupport
import Cairn
import CairnPlan

/// The contents and problems of a plan.
struct PlanReport: Encodable {
  struct Event: Encodable {
    var name: String
    var kind: String
    var properties: Int
    var required: Int
  }

  struct Problem: Encodable {
    var place: String
    var what: String

    init(_ problem: PlanProblem) {
      place = problem.path.joined(separator: "/")
      what = problem.what
    }
  }

  var name = ""
  var events: [Event] = []
  var problems: [Problem] = []
  var export: ExportReport?

  var isSound: Bool { problems.isEmpty && export?.isSound != false }
}

extension PlanReport {
  init(_ plan: TrackingPlan) {
    name = plan.name
    events = plan.events.map { event in
      Event(
        name: event.name, kind: event.kind.rawValue, properties: event.schema.properties.count,
        required: event.schema.required.count)
    }
  }

  /// Returns the report for people.
  func text(of file: String) -> String {
    guard problems.isEmpty else {
      let lines = problems.map {
        $0.place.isEmpty ? "  \($0.what)" : "  \($0.place)\n    \($0.what)"
      }
      return (["\(file): \(problems.count.counted("problem"))"] + lines).joined(separator: "\n")
    }
    if let export { return export.text }
    let rows = events.map { [$0.name, $0.kind, "\($0.properties)", "\($0.required)"] }
    let head = ["event", "kind", "properties", "required"]
    return """
      \(TextTable.text([head] + rows))

      \(name.isEmpty ? file : name): \(events.count.counted("event")), no problem
      """
  }
}

extension Int {
  /// Returns the number with a noun, in the plural if necessary.
  func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
