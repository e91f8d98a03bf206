#if canImport(PostgreSQLClient)
import PostgreSQLClient

extension PostgreSQLCommit {
  /// Writes what belongs to the events of the commit, and the counts of the projects.
  ///
  /// It is one statement: each is a round trip to the server, for which all requests of the next
  /// commit wait.
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
      WITH defaults AS (\(defaults)), parts AS (\(activity.parts)),
        links AS (\(activity.links)), again AS (\(repeats))
      \(counts)
      """, parameters.values, isPrepared: true)
  }

  /// Inserts the defaults that were used, with the number of events that use them.
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
