/// Delivery by the system while the process is suspended or not running.
extension DeliveryMachine {
  /// The process may be suspended from now on: the current or next batch is handed to the system.
  mutating func suspend(_ pending: Int, _ now: MonotonicTime) -> [Action] {
    guard handsOver else { return [] }
    suspendedAt = now
    switch phase {
    case .delivering: return deliver()
    case .uploading:
      phase = .uploading(until: nil)
      return wakeIfRunning
    case .halted, .stopped: return []
    case .resting, .gathering, .backingOff, .exhausted, .barred, .offline, .withheld:
      return pending > 0 || hasSealedBatch ? deliver() : []
    }
  }

  /// The process may be suspended from now on, and the request in progress goes on until then; the
  /// next batch is handed to the system.
  mutating func goOnUntilSuspended(_ now: MonotonicTime) { if handsOver { suspendedAt = now } }

  /// The system does not send before the time that the server requested, nor before the end of the
  /// back-off after an upload that failed.
  mutating func upload() -> [Action] {
    phase = .uploading(until: nil)
    let earliest = max(askedUntil, uploadNotBefore)
    return [.upload(notBefore: earliest > .min ? earliest : nil)] + finishFlush()
      + wakeIfRunning
  }

  /// Requests a tick for the case that the process is not suspended.
  private var wakeIfRunning: [Action] { nextAttempt.map { [.wake(at: $0)] } ?? [] }

  /// The system has had the batch for a while, and the process runs.
  ///
  /// A tick that comes late shows that the process was suspended and may be suspended again at any
  /// time. A tick in time shows that it was not, as that of an app which plays music: it delivers
  /// itself again.
  mutating func runsOn(_ due: MonotonicTime, _ now: MonotonicTime) -> [Action] {
    guard now - due <= Self.longestLateness else {
      suspendedAt = now
      return wakeIfRunning
    }
    suspendedAt = nil
    return awaitUpload(now)
  }

  /// The process can deliver again: waits for the system's upload for `uploadPatience`.
  mutating func awaitUpload(_ now: MonotonicTime) -> [Action] {
    let until = max(now + Self.uploadPatience, askedUntil, haltedUntil)
    phase = .uploading(until: until)
    return [.wake(at: until), .lookForUpload]
  }

  /// Sends the batch again, because the system does not have it.
  mutating func uploadUnknown(_ pending: Int, _ now: MonotonicTime) -> [Action] {
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
