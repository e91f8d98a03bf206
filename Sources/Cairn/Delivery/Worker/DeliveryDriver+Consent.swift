/// The effects of consent on a delivery.
extension DeliveryDriver {
  private static let erasing = "everything is being erased"
  /// The time after which consent that could not be read is read again.
  private static let unknownInterval: Milliseconds = .seconds(5)

  private var currentPermission: DeliveryPermission {
    isSuspended ? .withheld(Self.erasing) : permission()
  }

  /// Returns the input for the machine when nothing may be sent; nil when sending is permitted.
  mutating func withoutPermission() -> DeliveryMachine.Input? {
    let permission = currentPermission
    // Handled after the permission was read: a grant notes the events that were recorded before it
    // first.
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
      // The permission is read again, so that events recorded after a grant are not among these
      // segments.
      guard currentPermission == .denied else { return withoutPermission() }
      return whenAcquired { delivery in
        _ = delivery.settleAgain()
        return delivery.giveUp(segments)
      }
    }
  }

  /// Drops noted events that were recorded while the destination was denied, or before a reset;
  /// returns the input that follows, or the failure.
  private mutating func giveUpDenied() -> DeliveryMachine.Input? {
    let given = denials.all
    guard !given.isEmpty, !isSuspended else { return nil }
    let hadBatch = store.cursor.inFlight != nil
    let failure = whenAcquired { delivery in
      _ = delivery.settleAgain()
      do throws(FileError) {
        try delivery.counted { (delivery) throws(FileError) in
          for reason in [DropReason.consentDenied, .reset] {
            let places = given.filter { $0.reason == reason }.map(\.place)
            if !places.isEmpty { try delivery.store.giveUp(at: places, reason) }
          }
        }
        delivery.denials.remove(given)
        return nil
      } catch {
        return delivery.failed("drop", error)
      }
    }
    if let failure { return failure }
    // The batch in flight is sealed again without the dropped events.
    return hadBatch && store.cursor.inFlight == nil ? .bodyLost(random: randomness.next()) : nil
  }

  /// Drops the events in these segments that are pending for the destination.
  private mutating func giveUp(_ segments: [SegmentSummary]) -> DeliveryMachine.Input {
    do throws(FileError) {
      try counted { (delivery) throws(FileError) in
        try delivery.store.giveUp(segments, .consentDenied)
      }
      problem = nil
      return .foundNothing(pending: pending)
    } catch {
      return failed("drop", error)
    }
  }

  mutating func handleConsent() -> [Effect] {
    guard currentPermission != .granted else {
      if machine.phase == .withheld { problem = nil }
      return advance(.permitted(true, pending: pending))
    }
    return cancelling { $0.advance(.permitted(false, pending: $0.pending)) }
  }

  /// Drops the noted events; a request in progress is cancelled, because it may contain some of
  /// them.
  mutating func giveUp() -> [Effect] {
    cancelling { $0.advance(.erased) } + handleConsent()
  }

  mutating func suspend() -> [Effect] {
    isSuspended = true
    problem = Self.erasing
    return cancelling { delivery in
      delivery.store.forget()
      return delivery.advance(.erased)
    }
  }

  mutating func resume() -> [Effect] {
    isSuspended = false
    // Reads the cursor again, which counts the events as erased now.
    store.reload()
    return handleConsent()
  }

  private mutating func cancelling(_ work: (inout DeliveryDriver) -> [Effect]) -> [Effect] {
    let wasDelivering = machine.phase == .delivering
    if wasDelivering { circuit.abandon(client) }
    if machine.isUploading { store.forgetUpload() }
    return (wasDelivering ? [.cancel] : []) + work(&self)
  }
}
