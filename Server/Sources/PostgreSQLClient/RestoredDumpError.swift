/// A failure: the database is a dump of another server, whose transactions had higher numbers.
///
/// The numbers are the order of the events for readers. As long as some are higher than those of
/// this server's transactions, a reader does not see these events, or passes them by.
package struct RestoredDumpError: Error, Sendable, Equatable, CustomStringConvertible {
  /// An expression that is true if a visible event is of a transaction that has not begun.
  ///
  /// This cannot happen in the snapshot of one statement unless the event was restored from a dump.
  /// Sorting, other than EXISTS, makes the planner use the index also without statistics.
  package static let condition = """
    coalesce((SELECT xid FROM events ORDER BY xid DESC, sequence DESC LIMIT 1)
      >= pg_snapshot_xmax(pg_current_snapshot()), false)
    """

  /// The reason and the remedy, for the operator.
  package let description: String

  private init(_ description: String) { self.description = description }

  /// The events have transaction numbers of another server.
  ///
  /// The number 3 is the lowest of a normal transaction.
  package static let events = RestoredDumpError(
    "the events were restored from a dump of another server, and are not in order; run: "
      + "UPDATE events SET xid = '3' WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())")

  /// The position of a shipper is one of another server.
  package static let position = RestoredDumpError(
    "the position was restored from a dump of another server; ship to a new table with --table "
      + "and --name, or empty the table and use --restart")
}
