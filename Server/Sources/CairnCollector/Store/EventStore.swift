/// The store of a collector's events: it contains each event once, by project and message id.
///
/// All stores pass the same conformance suite. Group commits, limits and HTTP are above this
/// boundary; what is below it is durable when a call returns.
protocol EventStore: Sendable {
  /// The counts as of this store's last commit.
  var totals: CollectorStatistics { get }

  /// Creates the tables, or upgrades those of an older version; does nothing when they are current.
  func migrate() async throws(StoreFailure)

  /// Stores the events of all requests in one transaction; when it returns they are durable.
  ///
  /// - Returns: For each request, the result of each of its events, in order.
  /// - Throws: When nothing was stored, or when that is not known. The sender may send the same
  ///   requests again in both cases: what is stored already is a duplicate then.
  func commit(_ requests: [StoreRequest]) async throws(StoreFailure) -> [[StoreResult]]

  /// Returns the events that match the query, in an order that never changes and in which no event
  /// appears before the position of a page that was returned.
  func page(_ query: EventsQuery) async throws(StoreFailure) -> EventPage

  /// Deletes all events of a subject, and refuses those of its events that arrive later and
  /// happened before.
  ///
  /// When it throws or the process ends, call it again: it continues.
  func erase(_ subject: ErasureSubject) async throws(StoreFailure) -> Erasure

  /// Deletes the events whose id has an earlier day, and refuses such events from now on.
  ///
  /// Events whose ids have no day stay. When it throws or the process ends, call it again: it
  /// continues.
  ///
  /// - Returns: The number of events that this call deleted.
  func prune(before day: EventDay) async throws(StoreFailure) -> Int

  /// Returns whether the store can accept events now.
  func readiness() async -> Readiness

  /// Returns the size of the database, as far as it is known.
  func size() async -> StoreSize

  /// Closes the store; calls after the first do nothing.
  func close() throws
}

/// The size of a database; nil for what is not known.
struct StoreSize: Sendable, Equatable {
  var bytes: Int?
  /// The bytes that are free on its volume.
  var freeBytes: Int?
}

extension EventStore {
  func size() async -> StoreSize { StoreSize() }
}

/// Whether a store can accept events.
enum Readiness: Sendable, Equatable {
  case ready
  /// The store is not ready; the text names the problem for the operator.
  case unready(String)
}
