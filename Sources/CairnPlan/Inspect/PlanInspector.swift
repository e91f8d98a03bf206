public import Cairn

/// Holds events against a tracking plan before they are written.
///
/// ```swift
/// configuration.inspectors = [PlanInspector(try TrackingPlan(json: document))]
/// ```
///
/// What it finds is counted, and logged once. With `refuses` an event that is against the plan is not recorded: for tests and
/// development, since what is not recorded is lost. It looks at `track` and `screen` alone, at what the caller and the
/// enrichers said, and never at an event with the name of one that the SDK records itself. Safe to use from any thread; a check
/// is done on the thread of the call that records, and adds about a microsecond to one with ten properties.
public final class PlanInspector: EventInspector {
  /// What is said of events that the plan does not have.
  public enum Unplanned: Hashable, Sendable {
    /// Nothing.
    case allowed
    /// They are against the plan.
    case objectedTo
  }

  /// The plan.
  public let plan: TrackingPlan
  private let refuses: Bool
  private let unplanned: Unplanned
  private let checks: [String: PlanCheck]
  private let counts = Locked<[String: Int]>([:])
  /// So many kinds of violations are told apart.
  private static let most = 1_000
  private static let ownEvents = Set(OwnEvent.allCases.map(\.rawValue))

  /// Makes an inspector.
  ///
  /// - Parameters:
  ///   - plan: What is agreed.
  ///   - refuses: Whether events that are against the plan are not recorded; false by default.
  ///   - unplanned: What is said of events that the plan does not have; by default they are against it.
  public init(_ plan: TrackingPlan, refuses: Bool = false, unplanned: Unplanned = .objectedTo) {
    self.plan = plan
    self.refuses = refuses
    self.unplanned = unplanned
    checks = Dictionary(
      plan.events.map { ($0.name, PlanCheck($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// How often each thing was against the plan, in this run: `Order Completed: total: it is missing`.
  ///
  /// The event's name, the place and what is wrong. A thousand are told apart; what comes then is counted as `others`.
  public var violations: [String: Int] { counts.withLock { $0 } }

  /// What is against the plan; nil when nothing is.
  public func inspect(_ event: Event) -> Objection? {
    let problems = problems(event.kind, event.name, event.properties)
    guard !problems.isEmpty else { return nil }
    count(problems.map { "\(event.name): \($0)" })
    return Objection(
      problems.map(\.description).joined(separator: "; "), refuses: refuses)
  }

  /// What is against the plan, uncounted.
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
