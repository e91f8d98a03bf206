/// A store whose whole content can be copied into another store.
///
/// A copy can end at any time, and be continued: the events of a page, their counts and the
/// position behind them are one transaction of the destination. Positions and counts are kept by
/// the name of the source.
protocol CopyableStore: ErasingStore, QuestionStore {
  /// Returns the random name that the store has since its tables were created.
  func name() async throws(StoreFailure) -> String

  /// Waits until all events that were committed before the call can be read.
  ///
  /// - Throws: When they cannot be read in time.
  func settle() async throws(StoreFailure)

  /// Returns the events behind a position, in the order of reading, as they are stored.
  func copy(after position: String?, limit: Int) async throws(StoreFailure) -> CopiedPage

  func tombstones() async throws(StoreFailure) -> [Tombstone]

  /// Returns the first day whose events are kept; nil when all are.
  func keptFrom() async throws(StoreFailure) -> EventDay?

  /// Returns the events and the counts of each project.
  func summary() async throws(StoreFailure) -> [String: ProjectSummary]

  /// Returns the position of the last page that was inserted from this source.
  func position(in source: String) async throws(StoreFailure) -> String?

  /// Inserts the events of a page, with the position behind it.
  ///
  /// - Returns: The number of events that were not stored yet.
  func insert(_ page: CopiedPage, from source: String) async throws(StoreFailure) -> Int

  /// Returns the identities of stored events whose digests are in the tombstones, each with the
  /// time of its erasure.
  func subjects(
    of tombstones: [Tombstone]
  ) async throws(StoreFailure) -> [(ErasureSubject, Int64)]

  /// Adds the counts of the source, as far as they were not added before.
  func insert(
    _ counts: [String: CollectorStatistics], from source: String
  ) async throws(StoreFailure)
}

/// Stored events, as requests: the events of one batch are adjacent.
struct CopiedPage: Sendable {
  var requests: [StoreRequest] = []
  /// The position behind the last event; nil when there are none.
  var position: String?
  /// Events that arrived again after they had been stored.
  var repeats: [RepeatedEvent] = []
  private var batch: Int64?

  var count: Int { requests.reduce(0) { $0 + $1.events.count } }

  /// Adds an event; `batch` is the number of the batch's defaults.
  mutating func add(
    _ event: CheckedEvent, project: String, batch: Int64?, defaults: [String?], at position: String,
    repeats count: Int?
  ) {
    self.position = position
    if let count {
      repeats.append(RepeatedEvent(project: project, messageID: event.messageID, count: count))
    }
    if let last = requests.indices.last, requests[last].project == project, self.batch == batch {
      requests[last].events.append(event)
      return
    }
    self.batch = batch
    requests.append(
      StoreRequest(
        project: project, events: [event], defaults: BatchDefaults(stored: defaults), refused: 0))
  }
}

/// An event that arrived again; a copy has the count of the moment when it was made.
struct RepeatedEvent: Sendable {
  var project: String
  var messageID: String
  var count: Int
}

/// The events and the counts of a project in a store.
struct ProjectSummary: Sendable, Equatable {
  var events = 0
  var counts = CollectorStatistics()
}

/// The change of the counts of a destination by a page, or by the counts of a source.
///
/// An event that both stores had counts as stored in each: the sum is one stored and one duplicate.
/// An event that the source stored and removed is counted as both, so that the events of a store
/// are always those stored less those removed.
enum CopiedCounts {
  /// Returns what the results of a page add.
  static func adding(_ results: [StoreResult]) -> CollectorStatistics {
    let counts = StoreResultCounts(results)
    var added = CollectorStatistics()
    added.stored = counts.stored + counts.refused
    added.removed = counts.refused
    added.duplicatesReceived = counts.duplicates
    added.conflictsReceived = counts.conflicts
    return added
  }

  /// Returns what the counts of a source add to those that were added before, of which `stored` is
  /// the number of events that were copied.
  static func adding(
    _ source: CollectorStatistics, to before: CollectorStatistics
  ) -> CollectorStatistics {
    var added = CollectorStatistics()
    added.stored = source.stored - before.stored
    added.removed = added.stored
    added.duplicatesReceived = source.duplicatesReceived - before.duplicatesReceived
    added.conflictsReceived = source.conflictsReceived - before.conflictsReceived
    added.refused = source.refused - before.refused
    added.requests = source.requests - before.requests
    return added
  }
}
