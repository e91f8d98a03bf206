/// A planned range of events: the transactions after `after`, through `through`.
///
/// It is written to PostgreSQL before the first attempt to send it. Its transactions have ended, so
/// another attempt reads the same events, except those that were erased or pruned meanwhile.
package struct Shipment: Sendable, Equatable {
  package var number: Int64
  /// A random number in each of its rows in ClickHouse, which tells which of them have arrived.
  ///
  /// The number alone would not do: a failover to a standby that has not received a plan would use
  /// it for other events.
  package var stamp: Int64
  package var after: UInt64
  package var through: UInt64
  /// The number of its events when it was planned.
  package var rows: Int

  package init(number: Int64, stamp: Int64, after: UInt64, through: UInt64, rows: Int) {
    self.number = number
    self.stamp = stamp
    self.after = after
    self.through = through
    self.rows = rows
  }
}
