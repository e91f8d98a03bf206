/// How the identifier in the identity's file stands to the record.
package enum DeviceIDStanding: UInt8, Sendable {
  /// The record holds it, or there is no record.
  case kept = 0
  /// It holds if the record has none.
  case candidate = 1
  /// It holds, and the record does not know it yet.
  case unkept = 2
}
