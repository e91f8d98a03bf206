#if canImport(PostgreSQLClient)
import PostgreSQLClient

extension PostgreSQLCommit {
  /// Writes what belongs to the events of the commit, and the counts of the projects.
  ///
  /// It is one statement: each is a round trip to the server, for which all requests of the next
  /// commit wait. PostgreSQL 15 runs its parts from the last to the first, and so locks links before
  /// repeats, as removals do.
  func writeTables(
    _ counts: [String: CollectorStatistics], writer: Int64, _ session: borrowing PostgreSQLSession
  ) throws {
    var parameters = PostgreSQLParameters()
    let defaults = defaultsInsertion(&parameters)
    let activity = PostgreSQLActivity.insertions(activity, &parameters)
    let repeats = PostgreSQLRepeats.insertion(repeatedEvents, &parameters)
    let counts = PostgreSQLCounts.insertion(counts, writer: writer, &parameters)
    try session.query(
      """
      WITH again AS (\(repeats)), links AS (\(activity.links)), parts AS (\(activity.parts)),
        defaults AS (\(defaults))
      \(counts)
      """, parameters.values, isPrepared: true)
  }

  /// Returns the statement that inserts the used defaults, with the number of events that use them.
  private func defaultsInsertion(_ parameters: inout PostgreSQLParameters) -> String {
    let ids = usedDefaults.keys.sorted()
    let texts = BatchDefaults.keys.map { key in
      ids.map { defaults($0).objects[key].map { String(decoding: $0, as: UTF8.self) } }
    }
    let rows = parameters.add(
      [.integers(ids), .integers(ids.map { usedDefaults[$0] })] + texts.map { .texts($0) })
    return "INSERT INTO batch_defaults (id, events, context, integrations) SELECT * FROM \(rows)"
  }
}
#endif
