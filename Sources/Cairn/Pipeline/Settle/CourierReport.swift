/// What a courier tells about its destination.
package struct CourierReport: Sendable {
  package var name: String
  package var cursor: Cursor
  package var interest = Interest.all
  package var phase = DeliveryMachine.Phase.resting
  /// Why the last attempt failed; nil after one that did not.
  package var problem: String?
  /// What was done in this run.
  package var tally = DeliveryTally()
  /// Milliseconds since 1970 since when the oldest event waits; nil when nothing did when the courier last looked.
  package var oldestPending: Int64?
  /// Milliseconds of the continuous clock since when events gather; nil while they do not.
  package var gatheringSince: Int64?
  /// What was changed of events to fit, in this run.
  package var adjusted: [String: Int] = [:]

  package init(name: String, cursor: Cursor, interest: Interest = .all) {
    self.name = name
    self.cursor = cursor
    self.interest = interest
  }

  package func pending(
    in segments: [SegmentSummary], _ interactions: MarkedPlaces?
  ) -> PendingEvents {
    PendingEvents(cursor.unsettled(in: segments), interest, interactions)
  }
}
