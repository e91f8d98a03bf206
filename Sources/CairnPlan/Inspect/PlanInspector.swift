public import Cairn

/// Validates events against a tracking plan before they are recorded.
///
/// ```swift
/// configuration.inspectors = [PlanInspector(try TrackingPlan(json: document))]
/// ```
///
/// Violations are counted, and identical ones are logged once. With `refuses`, an event that
/// violates the plan is not recorded; use this for tests and development, because such events are
/// lost.
///
/// Only `track` and `screen` events are validated, with the properties from the caller and from
/// enrichers. Events with the name of one of the SDK's own events are never validated. An inspector
/// may be used from any thread. Validation runs on the thread of the recording call and adds about
/// a microsecond for an event with ten properties.
public final class PlanInspector: EventInspector {
  /// The treatment of events that the plan does not contain.
  public enum Unplanned: Hashable, Sendable {
    /// Events that are not in the plan are accepted.
    case allowed
    /// Events that are not in the plan violate it.
    case reported
  }

  /// The tracking plan.
  public let plan: TrackingPlan
  private let refuses: Bool
  private let unplanned: Unplanned
  private let checks: [String: PlanCheck]
  private let counts = Locked<[String: Int]>([:])
  /// The largest number of kinds of violations that are counted separately.
  private static let most = 1_000
  private static let ownEvents = Set(SDKEventName.allCases.map(\.rawValue))

  /// Makes an inspector.
  ///
  /// - Parameters:
  ///   - plan: The tracking plan.
  ///   - refuses: Whether events that violate the plan are not recorded; false by default.
  ///   - unplanned: The treatment of events that the plan does not contain; by default they violate
  ///     it.
  public init(_ plan: TrackingPlan, refuses: Bool = false, unplanned: Unplanned = .reported) {
    self.plan = plan
    self.refuses = refuses
    self.unplanned = unplanned
    checks = Dictionary(
      plan.events.map { ($0.name, PlanCheck($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The number of violations in this launch, by kind, such as `Order Completed: total: it is
  /// missing`.
  ///
  /// A kind consists of the event's name, the path and the problem. At most 1 000 kinds are counted
  /// separately; further ones are counted as `others`.
  public var violations: [String: Int] { counts.withLock { $0 } }

  /// Returns the violations of an event; nil if it has none.
  public func inspect(_ event: Event) -> ValidationIssue? {
    let problems = problems(event.kind, event.name, event.properties)
    guard !problems.isEmpty else { return nil }
    count(problems.map { "\(event.name): \($0)" })
    return ValidationIssue(
      problems.map(\.description).joined(separator: "; "), refuses: refuses)
  }

  /// Returns the violations of an event without counting them.
  package func problems(
    _ kind: EventKind, _ name: String, _ properties: [String: Value]
  ) -> [PlanProblem] {
    guard kind == .track || kind == .screen, !Self.ownEvents.contains(name) else { return [] }
    if let check = checks[name] { return check.problems(kind, properties) }
    return unplanned == .allowed ? [] : [PlanProblem([], "it is not in the plan")]
  }

  private func count(_ kinds: [String]) {
    counts.withLock { counts in
      for kind in kinds {
        counts[counts[kind] != nil || counts.count < Self.most ? kind : "others", default: 0] += 1
      }
    }
  }
}

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
