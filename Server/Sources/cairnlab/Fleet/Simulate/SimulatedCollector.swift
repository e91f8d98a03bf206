/// The collector: a queue with a bound in front of a store of a certain speed.
///
/// It answers as `CairnCollector` does: at most 128 requests inside, 429 with `Retry-After: 1` to one more; a batch that
/// comes again is acknowledged and not stored again.
struct SimulatedCollector: Sendable {
  enum Answer: Sendable {
    case accepted
    /// 429 or 503; asked to wait so many milliseconds.
    case busy(after: Int64)
    /// No connection, or none any more.
    case unreachable
  }

  private struct Shelf {
    var events = 0
    var lastBatch = 0
  }

  static let room = 128.0
  static let retryAfter: Int64 = 1_000

  private let plan: FleetPlan
  /// Milliseconds that a request takes.
  private let work: Double
  /// When all that is inside will be done.
  private var free = 0.0
  private var shelves: [Shelf]
  private(set) var duplicates = 0

  init(_ plan: FleetPlan) {
    self.plan = plan
    work = 1_000 / plan.collectorCapacity
    shelves = Array(repeating: Shelf(), count: plan.devices * plan.destinations)
  }

  func stored(_ worker: Int) -> Int { shelves[worker].events }

  /// What becomes of a batch that arrives: the answer, and when it is given.
  mutating func receive(
    _ worker: Int, batch: Int, events: Int, at now: Int64
  ) -> (answer: Answer, at: Double) {
    let time = Double(now)
    if plan.isDown.contains(now) { return (away(now), time) }
    guard (free - time) / work < Self.room else { return (.busy(after: Self.retryAfter), time) }
    free = max(free, time) + work
    let end = Double(FleetPlan.outageStart)
    // What waits for its commit when the outage begins is not stored.
    if now < plan.outageEnd, free >= end { return (.unreachable, end) }
    store(worker, batch, events)
    return (.accepted, free)
  }

  private func away(_ now: Int64) -> Answer {
    switch plan.answer {
    case .none: .unreachable
    case .seconds: .busy(after: 30_000)
    // Whole seconds, as in the header.
    case .date: .busy(after: (plan.outageEnd - now + 999) / 1_000 * 1_000)
    }
  }

  private mutating func store(_ worker: Int, _ batch: Int, _ events: Int) {
    guard batch > shelves[worker].lastBatch else { return duplicates += 1 }
    shelves[worker].lastBatch = batch
    shelves[worker].events += events
  }
}
