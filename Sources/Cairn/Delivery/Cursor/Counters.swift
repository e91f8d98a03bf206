/// The counters of a destination's events by their disposition, since its cursor began.
///
/// They are committed in the same write as the cursor.
package struct Counters: Equatable, Sendable {
  /// The number of counters on disk, some of which are reserved for later versions.
  package static let slots = 16
  private static let firstDrop = 8

  package private(set) var values = [UInt64](repeating: 0, count: Self.slots)

  package init() {}

  package init?(values: [UInt64]) {
    guard values.count == Self.slots else { return nil }
    self.values = values
  }

  package var delivered: UInt64 {
    get { values[0] }
    set { values[0] = newValue }
  }
  package var deliveredBytes: UInt64 {
    get { values[1] }
    set { values[1] = newValue }
  }
  package var deadLettered: UInt64 {
    get { values[2] }
    set { values[2] = newValue }
  }
  package var filtered: UInt64 {
    get { values[3] }
    set { values[3] = newValue }
  }
  package var damaged: UInt64 {
    get { values[4] }
    set { values[4] = newValue }
  }
  /// The events of lanes that are gone from the journal and from the cursor.
  package var retired: UInt64 {
    get { values[5] }
    set { values[5] = newValue }
  }
  /// The events that were gone before this destination joined.
  package var beforeJoining: UInt64 {
    get { values[6] }
    set { values[6] = newValue }
  }
  /// The dead-lettered events that were replayed; the disposition of their copies is counted
  /// separately.
  package var replayed: UInt64 {
    get { values[7] }
    set { values[7] = newValue }
  }

  package subscript(reason: DropReason) -> UInt64 {
    get { values[Self.firstDrop + reason.rawValue] }
    set { values[Self.firstDrop + reason.rawValue] = newValue }
  }

  package var dropped: UInt64 { values[Self.firstDrop...].reduce(0, &+) }

  /// Adds the differences between an earlier and a later state of other counters.
  package mutating func add(_ after: Counters, since before: Counters) {
    for slot in values.indices { values[slot] &+= after.values[slot] &- before.values[slot] }
  }

  /// The number of all settled events.
  package var settled: UInt64 {
    delivered &+ deadLettered &+ replayed &+ filtered &+ damaged &+ dropped
  }
}
