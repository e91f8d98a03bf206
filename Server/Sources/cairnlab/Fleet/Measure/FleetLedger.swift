/// The final state of all events of a fleet.
struct FleetLedger: Equatable, Sendable {
  var tracked = 0
  /// The events that the devices count as delivered.
  var delivered = 0
  /// The events that the collector has stored.
  var stored = 0
  var pending = 0
  /// The events that a device counts as delivered and the collector does not have.
  var lost = 0
  /// The batches that were received again after they were stored.
  var duplicates = 0

  init(duplicates: Int) { self.duplicates = duplicates }

  mutating func add(settled: Int, pending: Int, stored: Int) {
    tracked += settled + pending
    delivered += settled
    self.pending += pending
    self.stored += stored
    lost += max(0, settled - stored)
  }
}
