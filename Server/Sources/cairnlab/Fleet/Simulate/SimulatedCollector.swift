/// The collector: a bounded queue in front of a store with a given speed.
///
/// It responds as `CairnCollector` does: it accepts at most 128 requests at once, and refuses
/// another one with 429 and `Retry-After: 1`; a batch that is received again is acknowledged and
/// not stored again.
struct SimulatedCollector: Sendable {
  enum Answer: Sendable {
    case accepted
    /// A response with 429 or 503 that requests this many milliseconds of waiting.
    case busy(after: Int64)
    /// There is no connection, or it was lost.
    case unreachable
  }

  private struct Shelf {
    var events = 0
    var lastBatch = 0
  }

  static let room = 128.0
  static let retryAfter: Int64 = 1_000

  private let plan: FleetPlan
  /// The milliseconds of work for a request.
  private let work: Double
  /// The time at which all accepted requests are done.
  private var free = 0.0
  private var shelves: [Shelf]
  private(set) var duplicates = 0

  init(_ plan: FleetPlan) {
    self.plan = plan
    work = 1_000 / plan.collectorCapacity
    shelves = Array(repeating: Shelf(), count: plan.devices * plan.destinations)
  }

  func stored(_ worker: Int) -> Int { shelves[worker].events }

  /// Returns the response to a batch, and its time.
  mutating func receive(
    _ worker: Int, batch: Int, events: Int, at now: Int64
  ) -> (answer: Answer, at: Double) {
    let time = Double(now)
    if plan.isDown.contains(now) { return (away(now), time) }
    guard (free - time) / work < Self.room else { return (.busy(after: Self.retryAfter), time) }
    free = max(free, time) + work
    let end = Double(FleetPlan.outageStart)
    // Requests that wait for their commit when the outage begins are not stored.
    if now < plan.outageEnd, free >= end { return (.unreachable, end) }
    store(worker, batch, events)
    return (.accepted, free)
  }

  private func away(_ now: Int64) -> Answer {
    switch plan.answer {
    case .none: .unreachable
    case .seconds: .busy(after: 30_000)
    // The header has whole seconds.
    case .date: .busy(after: (plan.outageEnd - now + 999) / 1_000 * 1_000)
    }
  }

  private mutating func store(_ worker: Int, _ batch: Int, _ events: Int) {
    guard batch > shelves[worker].lastBatch else { return duplicates += 1 }
    shelves[worker].lastBatch = batch
    shelves[worker].events += events
  }
}
