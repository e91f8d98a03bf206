import ToolSupport
import Cairn
import CairnExperiments

/// A decision and its steps, for people and for scripts.
struct ExplainedDecision: Encodable {
  struct Step: Encodable {
    var text: String
    var depth: Int
    /// The result of the step; omitted when the step has none.
    var passed: Bool?
  }

  var key: String
  var id: String?
  var variation: String?
  var source: String?
  var reason: String?
  var steps: [Step]
  private var explanation: String?

  private enum CodingKeys: CodingKey { case key, id, variation, source, reason, steps }

  init(_ explained: (Decision, Explanation)) {
    let (decision, explanation) = explained
    key = decision.experienceKey
    id = decision.experienceID
    variation = decision.variation?.key
    source = decision.source?.rawValue
    reason = decision.reason?.rawValue
    self.explanation = decision.reason?.explanation
    steps = explanation.steps.map { Step(text: $0.text, depth: $0.depth, passed: $0.isPassed) }
  }

  func text(on terminal: Terminal) -> String {
    let title = terminal.bold(key) + (id.map { " (\($0))" } ?? "")
    return ([title] + steps.map { line($0, terminal) } + [result(terminal)])
      .joined(separator: "\n")
  }

  private func line(_ step: Step, _ terminal: Terminal) -> String {
    let mark = step.passed.map { $0 ? terminal.green("✓") : terminal.red("✗") } ?? "·"
    return String(repeating: "  ", count: step.depth + 1) + mark + " " + step.text
  }

  private func result(_ terminal: Terminal) -> String {
    guard let variation else {
      return "  → nothing, \(reason ?? "for no reason"): \(explanation ?? "")"
    }
    return "  → " + terminal.bold(variation) + ", source \(source ?? "unknown")"
  }
}
