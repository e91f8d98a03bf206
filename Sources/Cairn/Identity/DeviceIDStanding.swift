/// The relation of the identifier in the identity's file to the device's record.
package enum DeviceIDStanding: UInt8, Sendable {
  /// The record holds the identifier, or there is no record.
  case kept = 0
  /// The identifier applies unless the record already has one.
  case candidate = 1
  /// The identifier applies, and is not written to the record yet.
  case unkept = 2
}
