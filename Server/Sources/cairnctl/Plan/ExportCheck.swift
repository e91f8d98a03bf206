import Cairn
import CairnPlan
import Foundation

/// Checks each line of an export against a plan.
struct ExportCheck {
  private let plan: TrackingPlan
  private let inspector: PlanInspector
  private var times: [String: (all: Int, against: Int)] = [:]
  private var violations: [Kind: Int] = [:]
  private var unreadable = 0

  private struct Kind: Hashable {
    let event: String
    let problem: PlanProblem
  }

  /// Reads the file, or standard input if it is `-`.
  init(_ plan: TrackingPlan, eventsIn path: String) throws {
    self.plan = plan
    inspector = PlanInspector(plan)
    let lines =
      path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : try PlanFile.bytes(path)
    for line in lines.split(separator: UInt8(ascii: "\n")) { check(line) }
  }

  private mutating func check(_ line: Data) {
    guard case .object(var members)? = Value(json: line) else { return unreadable += 1 }
    // A dead letter contains the event.
    if case .object(let event)? = members["event"] { members = event }
    guard case .string(let type)? = members["type"] else { return unreadable += 1 }
    guard let kind = [EventKind.track, .screen].first(where: { $0.name == type }) else { return }
    guard case .string(let name)? = members[kind == .track ? "event" : "name"] else {
      return unreadable += 1
    }
    var properties: [String: Value] = [:]
    if case .object(let own)? = members["properties"] { properties = own }
    count(name, inspector.problems(kind, name, properties))
  }

  private mutating func count(_ name: String, _ problems: [PlanProblem]) {
    times[name, default: (0, 0)].all += 1
    if !problems.isEmpty { times[name, default: (0, 0)].against += 1 }
    for problem in problems { violations[Kind(event: name, problem: problem), default: 0] += 1 }
  }

  var report: ExportReport {
    let names = Set(times.keys).union(plan.events.map(\.name)).sorted()
    let occurrences = names.map { name in
      ExportReport.Occurrence(
        event: name, times: times[name]?.all ?? 0, against: times[name]?.against ?? 0,
        isPlanned: plan[name] != nil, isOwn: SDKEventName(rawValue: name) != nil)
    }
    let listed = violations.map { kind, times in
      ExportReport.Violation(
        event: kind.event, place: kind.problem.path.joined(separator: "/"),
        what: kind.problem.what, times: times)
    }
    let sorted = listed.sorted { left, right in
      left.times == right.times
        ? (left.event, left.place, left.what) < (right.event, right.place, right.what)
        : left.times > right.times
    }
    return ExportReport(occurrences: occurrences, violations: sorted, unreadable: unreadable)
  }
}
