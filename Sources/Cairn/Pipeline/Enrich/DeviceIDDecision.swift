/// Which anonymous identifier holds in this run.
package struct DeviceIDDecision: Equatable, Sendable {
  /// What is worth saying.
  package enum Remark: Sendable {
    case recordFails
    case reinstalled
    case restored
    case replaced
  }

  package var id: String
  /// What is still to be done to the record.
  package var standing: DeviceIDStanding
  /// Whether record and mirror may be written in this run.
  package var isWritten: Bool
  package var remark: Remark?
  package var forgetsUser: Bool

  package init(
    _ id: String, _ standing: DeviceIDStanding, isWritten: Bool = true, _ remark: Remark? = nil,
    forgetsUser: Bool = false
  ) {
    self.id = id
    self.standing = standing
    self.isWritten = isWritten
    self.remark = remark
    self.forgetsUser = forgetsUser
  }
}
