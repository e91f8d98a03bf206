/// The collectors: each a bounded queue in front of the store with its share of the speed, behind a
/// balancer that sends each request to the one that is done first.
///
/// A collector responds as `CairnCollector` does: it accepts at most 128 requests at once, and
/// refuses another one with 429 and `Retry-After: 1`; a batch that is received again is
/// acknowledged and not stored again.
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
  /// The milliseconds from a commit to its response: a collector that dies between them has stored
  /// the events, and the device does not know.
  private static let answerTime = 50.0

  private let plan: FleetPlan
  /// The milliseconds of work for a request.
  private let work: Double
  /// For each collector, the time at which all its accepted requests are done.
  private var free: [Double]
  private var shelves: [Shelf]
  private(set) var duplicates = 0

  init(_ plan: FleetPlan) {
    self.plan = plan
    free = Array(repeating: 0, count: plan.collectors)
    work = 1_000 / plan.collectorCapacity * Double(plan.collectors)
    shelves = Array(repeating: Shelf(), count: plan.devices * plan.destinations)
  }

  func stored(_ worker: Int) -> Int { shelves[worker].events }

  /// Returns the response to a batch, and its time.
  mutating func receive(
    _ worker: Int, batch: Int, events: Int, at now: Int64
  ) -> (answer: Answer, at: Double) {
    let time = Double(now)
    if plan.isDown.contains(now) { return (away(now), time) }
    guard let number = chosen(now) else { return (.unreachable, time) }
    guard (free[number] - time) / work < Self.room else {
      return (.busy(after: Self.retryAfter), time)
    }
    free[number] = max(free[number], time) + work
    let end = Double(FleetPlan.outageStart)
    // Requests that wait for their commit when the outage begins are not stored.
    if now < plan.outageEnd, free[number] >= end { return (.unreachable, end) }
    let death = Double(plan.nextDeath(number, after: now))
    if free[number] >= death - Self.answerTime {
      let isCommitted = free[number] < death
      if isCommitted { store(worker, batch, events) }
      // What still waits then is lost.
      free[number] = min(free[number], death)
      return (.unreachable, death)
    }
    store(worker, batch, events)
    return (.accepted, free[number])
  }

  /// Returns the collector that is done first; nil when none is alive.
  private func chosen(_ now: Int64) -> Int? {
    free.indices.filter { !plan.isDead($0, at: now) }.min { free[$0] < free[$1] }
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
