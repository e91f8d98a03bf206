/// What the user's consent does to a delivery.
extension Delivery {
  private static let erasing = "everything is being erased"
  /// Milliseconds until consent that could not be read is read again.
  private static let unknownInterval: Int64 = 5_000

  private var currentPermission: Permission {
    isSuspended ? .withheld(Self.erasing) : permission()
  }

  /// What to tell the machine when nothing may be sent; nil when it may.
  mutating func withoutPermission() -> DeliveryMachine.Input? {
    let permission = currentPermission
    // Taken after it was asked: whoever grants it notes first what was recorded before.
    if let failure = giveUpDenied() { return failure }
    switch permission {
    case .granted: return nil
    case .withheld(let reason):
      problem = reason
      return .withheld
    case .unknown(let reason):
      problem = reason
      return .unsure(after: Self.unknownInterval)
    case .denied:
      let segments = journal.segments()
      // Asked again: what is recorded as soon as it is granted is not among these.
      guard currentPermission == .denied else { return withoutPermission() }
      return whenAcquired { delivery in
        _ = delivery.settleAgain()
        return delivery.giveUp(segments)
      }
    }
  }

  /// What was recorded while it was denied, and is granted now; what follows from that, or keeps it from being done.
  private mutating func giveUpDenied() -> DeliveryMachine.Input? {
    let given = denials.all
    guard !given.isEmpty, !isSuspended else { return nil }
    let hadBatch = desk.cursor.inFlight != nil
    let failure = whenAcquired { delivery in
      _ = delivery.settleAgain()
      do throws(FileError) {
        try delivery.counted { (delivery) throws(FileError) in
          for reason in [DropReason.consentDenied, .reset] {
            let places = given.filter { $0.reason == reason }.map(\.place)
            if !places.isEmpty { try delivery.desk.giveUp(at: places, reason) }
          }
        }
        delivery.denials.remove(given)
        return nil
      } catch {
        return delivery.failed("drop", error)
      }
    }
    if let failure { return failure }
    // What was sealed of them is sealed anew, without them.
    return hadBatch && desk.cursor.inFlight == nil ? .bodyLost(random: randomness.next()) : nil
  }

  /// The destination never gets what waits for it in these.
  private mutating func giveUp(_ segments: [SegmentSummary]) -> DeliveryMachine.Input {
    do throws(FileError) {
      try counted { (delivery) throws(FileError) in
        try delivery.desk.giveUp(segments, .consentDenied)
      }
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

  /// What is under way is cancelled: it may be among what is given up.
  mutating func giveUp() -> [Effect] {
    cancelling { $0.tell(.erased) } + hearConsent()
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
    if machine.isUploading { desk.forgetUpload() }
    return (wasDelivering ? [.cancel] : []) + work(&self)
  }
}
