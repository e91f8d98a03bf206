/// A store that records its commits and its failures.
struct MeasuredEventStore: QuestionStore {
  enum Operation: String, CaseIterable, Sendable {
    case commit, page, erase, prune, question
  }

  static let kinds = ["unavailable", "outcome_unknown"]

  let store: any QuestionStore
  let metrics: CollectorMetrics

  var totals: CollectorStatistics { store.totals }

  func migrate() async throws(StoreFailure) { try await store.migrate() }

  func commit(_ requests: [StoreRequest]) async throws(StoreFailure) -> [[StoreResult]] {
    let start = ContinuousClock.now
    let results = try await measure(.commit) { () async throws(StoreFailure) in
      try await store.commit(requests)
    }
    metrics.commit(
      events: requests.reduce(0) { $0 + $1.events.count }, ContinuousClock.now - start)
    return results
  }

  func page(_ query: EventsQuery) async throws(StoreFailure) -> EventPage {
    try await measure(.page) { () async throws(StoreFailure) in try await store.page(query) }
  }

  func erase(_ subject: ErasureSubject) async throws(StoreFailure) -> Erasure {
    try await measure(.erase) { () async throws(StoreFailure) in try await store.erase(subject) }
  }

  func prune(before day: EventDay) async throws(StoreFailure) -> Int {
    try await measure(.prune) { () async throws(StoreFailure) in
      try await store.prune(before: day)
    }
  }

  func readiness() async -> Readiness { await store.readiness() }

  func size() async -> StoreSize { await store.size() }

  func close() throws { try store.close() }

  func measure<Result>(
    _ operation: Operation, _ work: () async throws(StoreFailure) -> Result
  ) async throws(StoreFailure) -> Result {
    do {
      return try await work()
    } catch {
      switch error {
      case .unavailable, .restoredDump: metrics.error(operation, Self.kinds[0])
      case .outcomeUnknown: metrics.error(operation, Self.kinds[1])
      case .invalidCursor, .questionTooLarge, .questionAbandoned: break
      }
      throw error
    }
  }
}
