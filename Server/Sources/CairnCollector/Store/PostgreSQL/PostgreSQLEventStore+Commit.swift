#if canImport(PostgreSQLClient)
import Foundation
import PostgreSQLClient

extension PostgreSQLEventStore {
  func commit(_ requests: [StoreRequest]) async throws(StoreFailure) -> [[StoreResult]] {
    try await commit(requests) { results, _ in
      var counts: [String: CollectorStatistics] = [:]
      for (request, results) in zip(requests, results) {
        counts[request.project, default: CollectorStatistics()] += request.counts(results)
      }
      return counts
    }
  }

  /// Stores the events, and adds the counts that `count` returns; it can change more in the same
  /// transaction.
  func commit(
    _ requests: [StoreRequest],
    count:
      @escaping @Sendable ([[StoreResult]], borrowing PostgreSQLSession) throws
      -> [String: CollectorStatistics]
  ) async throws(StoreFailure) -> [[StoreResult]] {
    let (state, timeout) = (state, timeout)
    defer { mergeActivityIfDue() }
    return try await write { session in
      try PostgreSQLPartitions.create(session, state, within: timeout)
      let writer = state.withLock { $0.writer }
      let (results, counts, keys) = try session.transaction(Self.begin) { first in
        var events = try PostgreSQLCommit(requests, first.rows[0])
        let results = try events.results(session)
        let counts = try count(results, session)
        try events.writeTables(counts, writer: writer, session)
        try Self.end(session, within: timeout)
        return (results, counts, events.activity.keys)
      }
      state.withLock { state in
        for added in counts.values { state.totals += added }
        state.merge.add(keys)
      }
      return results
    }
  }

  // The shared lock: a removal waits for the commits in progress, and later ones see it. Each of
  // the statements sees what was committed before it.
  private static let begin = """
    SELECT pg_advisory_xact_lock_shared(\(PostgreSQLSchema.removalLock));
    SELECT nextval('event_sequence'), (SELECT kept_from FROM retention),
      EXISTS (SELECT 1 FROM erasures);
    """

  /// Ends the transaction.
  ///
  /// - Throws: `StoreFailure.outcomeUnknown` when the server did not respond, or stopped waiting
  ///   for
  ///   its standbys: then it responds with success and a warning.
  static func end(_ session: borrowing PostgreSQLSession, within limit: Duration) throws {
    do {
      let warning = try session.commit(within: limit)
      if let warning { throw StoreFailure.outcomeUnknown(warning) }
    } catch let error as PostgreSQLError where error.sqlState == nil {
      throw StoreFailure.outcomeUnknown("\(error)")
    }
  }
}
#endif
