/// A worker's report about its destination.
package struct DeliveryReport: Sendable {
  package var name: String
  package var cursor: Cursor
  package var kindMask = EventKindMask.all
  package var phase = DeliveryMachine.Phase.resting
  /// The error of the last attempt; nil after a success.
  package var problem: String?
  /// The counts of this launch.
  package var tally = DeliveryTally()
  /// The time since which the oldest event is pending; nil when none was pending at the last
  /// check.
  package var oldestPending: WallTime?
  /// The time since which events are gathered for a batch; nil while none are.
  package var gatheringSince: MonotonicTime?
  /// The changes that were made to events to fit the destination, in this launch.
  package var adjusted: [String: Int] = [:]

  package init(name: String, cursor: Cursor, kindMask: EventKindMask = .all) {
    self.name = name
    self.cursor = cursor
    self.kindMask = kindMask
  }

  package func pending(
    in segments: [SegmentSummary], _ marked: MarkedPositions?
  ) -> PendingEvents {
    PendingEvents(cursor.unsettled(in: segments), kindMask, marked)
  }
}

/// The number of unsettled events that a destination accepts, and of others among them, which it
/// will pass over.
package struct PendingEvents: Equatable, Sendable {
  package private(set) var wanted: Int
  package private(set) var others: Int

  /// Counts the events at these positions; those of unknown kind count as wanted.
  package init(
    _ places: [PositionRange], _ kindMask: EventKindMask, _ marked: MarkedPositions?
  ) {
    let count = marked?.count(places) ?? MarkedPositions.Count(unknown: places.total)
    wanted = count.unknown
    if !kindMask.isInInteractionsAlone { wanted += count.unmarked }
    if kindMask.contains(.interaction) { wanted += count.marked }
    others = places.total - wanted
  }
}
