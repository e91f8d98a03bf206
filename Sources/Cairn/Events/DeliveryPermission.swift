/// The permission to deliver to a destination.
package enum DeliveryPermission: Equatable, Sendable {
  case granted
  /// The destination's events stay pending, for this reason.
  case withheld(String)
  /// The permission cannot be determined now, for this reason; the events stay pending, and it is
  /// determined again later.
  case unknown(String)
  /// The events that are pending for the destination are never delivered.
  case denied
}
