/// What the user's consent does to a delivery.
extension Delivery {
  private static let erasing = "everything is being erased"

  private var currentPermission: Permission {
    isSuspended ? .withheld(Self.erasing) : permission()
  }

  /// What to tell the machine when nothing may be sent; nil when it may.
  mutating func withoutPermission() -> DeliveryMachine.Input? {
    switch currentPermission {
    case .granted: return nil
    case .withheld(let reason):
      problem = reason
      return .withheld
    case .denied: return whenAcquired { $0.giveUp() }
    }
  }

  /// The destination never gets what waits for it now.
  private mutating func giveUp() -> DeliveryMachine.Input {
    do throws(FileError) {
      try counted { (delivery) throws(FileError) in try delivery.desk.giveUp(.consentDenied) }
      problem = nil
      return .foundNothing(pending: pending)
    } catch {
      return failed("drop", error)
    }
  }

  mutating func hearConsent() -> [Effect] {
    guard currentPermission != .granted else {
      if machine.phase == .withheld { problem = nil }
      return tell(.permitted(true, pending: pending))
    }
    return cancelling { $0.tell(.permitted(false, pending: $0.pending)) }
  }

  mutating func suspend() -> [Effect] {
    isSuspended = true
    problem = Self.erasing
    return cancelling { delivery in
      delivery.desk.forget()
      return delivery.tell(.erased)
    }
  }

  mutating func resume() -> [Effect] {
    isSuspended = false
    // What is counted as erased now.
    desk.reload()
    return hearConsent()
  }

  private mutating func cancelling(_ work: (inout Delivery) -> [Effect]) -> [Effect] {
    let wasDelivering = machine.phase == .delivering
    if wasDelivering { circuit.abandon(seat) }
    let recalled = machine.isUploading ? recallUpload() : []
    return (wasDelivering ? [.cancel] : []) + recalled + work(&self)
  }
}
