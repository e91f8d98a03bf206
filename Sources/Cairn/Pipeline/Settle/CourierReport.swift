/// What a courier tells about its destination.
package struct CourierReport: Sendable {
  package var name: String
  package var cursor: Cursor
  package var phase = DeliveryMachine.Phase.resting
  /// Why the last attempt failed; nil after one that did not.
  package var problem: String?

  package init(name: String, cursor: Cursor) {
    self.name = name
    self.cursor = cursor
  }
}
