/// Where all events of a fleet are in the end.
struct FleetLedger: Equatable, Sendable {
  var tracked = 0
  /// What the devices know to be delivered.
  var delivered = 0
  /// What the collector has.
  var stored = 0
  var pending = 0
  /// Delivered, says a device, and the collector does not have it.
  var lost = 0
  /// Batches that came again though they were stored.
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
