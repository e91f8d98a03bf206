import ToolSupport
import Cairn

/// The comparison of an export's events with the plan.
struct ExportReport: Encodable {
  struct Occurrence: Encodable {
    var event: String
    var times: Int
    var against: Int
    var isPlanned: Bool
    /// Whether Cairn records the event itself, so that no plan needs to contain it.
    var isOwn: Bool
  }

  struct Violation: Encodable {
    var event: String
    var place: String
    var what: String
    var times: Int
  }

  /// The `track` and `screen` events, and those of the plan that do not occur, by name.
  var occurrences: [Occurrence] = []
  /// The violations, the most frequent first.
  var violations: [Violation] = []
  /// The number of lines that are not an event.
  var unreadable = 0

  var isSound: Bool { violations.isEmpty && unreadable == 0 }

  /// The report for people.
  var text: String {
    let head = ["event", "times", "against the plan", "in the plan"]
    let rows = occurrences.map {
      [
        $0.event, $0.times.grouped, $0.against.grouped,
        $0.isPlanned ? "yes" : $0.isOwn ? "Cairn's own" : "no",
      ]
    }
    return ([TextTable.text([head] + rows), ""] + problems + [summary]).joined(separator: "\n")
  }

  private var problems: [String] {
    guard !violations.isEmpty else { return [] }
    let width = violations.map(\.times.grouped.count).max() ?? 0
    return violations.map { violation in
      let times = violation.times.grouped
      let place = violation.place.isEmpty ? "" : "/\(violation.place)"
      let space = String(repeating: " ", count: width - times.count)
      return "\(space)\(times) × \(violation.event)\(place): \(violation.what)"
    } + [""]
  }

  private var summary: String {
    let all = occurrences.reduce(0) { $0 + $1.times }
    let against = occurrences.reduce(0) { $0 + $1.against }
    let text = "\(all.counted("event")), \(against.grouped) against the plan"
    return unreadable == 0 ? text : "\(text); \(unreadable.counted("line")) without an event"
  }
}
