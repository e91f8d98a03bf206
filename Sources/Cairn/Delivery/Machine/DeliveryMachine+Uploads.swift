/// Delivery by the system while the process is suspended or not running.
extension DeliveryMachine {
  /// The process is about to be suspended: the current or next batch is handed to the system.
  mutating func suspend(_ pending: Int) -> [Action] {
    guard handsOver else { return [] }
    isSuspended = true
    switch phase {
    case .delivering: return deliver()
    case .uploading:
      phase = .uploading(until: nil)
      return []
    case .halted, .stopped: return []
    case .resting, .gathering, .backingOff, .exhausted, .barred, .offline, .withheld:
      return pending > 0 || hasSealedBatch ? deliver() : []
    }
  }

  /// The system does not send before the time that the server requested.
  mutating func upload() -> [Action] {
    phase = .uploading(until: nil)
    return [.upload(notBefore: askedUntil > .min ? askedUntil : nil)] + finishFlush()
  }

  /// The process can deliver again: waits for the system's upload for `uploadPatience`.
  mutating func awaitUpload(_ now: Int64) -> [Action] {
    let until = max(now + Self.uploadPatience, askedUntil, haltedUntil)
    phase = .uploading(until: until)
    return [.wake(at: until), .lookForUpload]
  }

  /// Sends the batch again, because the system does not have it.
  mutating func uploadUnknown(_ pending: Int, _ now: Int64) -> [Action] {
    guard isUploading else { return [] }
    if now < haltedUntil {
      phase = .halted(until: haltedUntil)
      return finishFlush() + [.wake(at: haltedUntil)]
    }
    guard now < askedUntil else { return deliverIfAny(pending) }
    phase = .backingOff(until: askedUntil)
    return finishFlush() + [.wake(at: askedUntil)]
  }

  var isUploading: Bool { if case .uploading = phase { true } else { false } }
}
