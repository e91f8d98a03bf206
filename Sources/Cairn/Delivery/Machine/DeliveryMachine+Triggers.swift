/// The triggers of a delivery.
extension DeliveryMachine {
  mutating func start(_ left: Leftover, _ pending: Int, _ now: MonotonicTime) -> [Action] {
    hasSealedBatch = left.hasSealedBatch
    attempts = left.attempts
    failures = retry.maximumAttempts.map { attempts % $0 } ?? attempts
    isCalled = true
    if left.reason == .asked { askedUntil = left.notBefore }
    gatheringSince = left.gatheringSince
    if waitsForFlush { return [] }
    if left.isUploading {
      if left.reason == .halted { haltedUntil = left.notBefore }
      return awaitUpload(now)
    }
    guard left.notBefore > now else {
      let gathers = !deliversAtStart && !hasSealedBatch && pending > 0
      return gathers ? gather(pending, now) : deliverIfAny(pending)
    }
    phase =
      left.reason == .halted
      ? .halted(until: left.notBefore) : .backingOff(until: left.notBefore)
    return [.wake(at: left.notBefore)]
  }

  mutating func appended(_ pending: Int, _ now: MonotonicTime) -> [Action] {
    switch phase {
    case .resting where pending > 0, .gathering: return gather(pending, now)
    // The events that were counted are gone. Without a new threshold no event would begin a
    // delivery.
    case .resting: return [.arm(at: 1)]
    case .exhausted where !isAsked(now) && !waitsForFlush:
      isCalled = true
      return deliver()
    case .exhausted, .delivering, .uploading, .backingOff, .barred, .offline, .withheld, .halted,
      .stopped:
      return []
    }
  }

  /// Another process that records events may have ended, or delivers them itself; an attempt shows
  /// which.
  mutating func appendedElsewhere(_ pending: Int, _ now: MonotonicTime) -> [Action] {
    switch phase {
    case .resting, .gathering: return pending > 0 ? gather(pending, now) : []
    case .delivering, .uploading, .backingOff, .exhausted, .barred, .offline, .withheld, .halted,
      .stopped:
      return []
    }
  }

  mutating func tick(_ pending: Int, _ now: MonotonicTime) -> [Action] {
    guard let due = nextAttempt else { return [] }
    guard now >= due else { return [.wake(at: due)] }
    if waitsForFlush, !isFlushing { return rested() }
    if case .uploading(nil) = phase { return runsOn(due, now) }
    if phase == .withheld { return permit(true, pending, now) }
    if case .exhausted = phase { isCalled = true }
    return deliverIfAny(pending)
  }

  /// A flush begins an attempt at once, regardless of the back-off.
  mutating func flush(_ pending: Int, _ now: MonotonicTime) -> [Action] {
    flushRemainder = pending
    if let time = suspendedAt, now - time >= Self.shortestSuspension { suspendedAt = nil }
    if isUploading, isSuspended || !isOnline { return finishFlush() }
    // The network's return would end the pause without a fix of the destination. The system would
    // send the batch without a result that the app sees.
    if case .halted = phase, !isOnline || isSuspended { return finishFlush() }
    return phase == .delivering ? [] : deliverIfAny(pending)
  }

  mutating func handle(_ signal: HostSignal, _ pending: Int, _ now: MonotonicTime) -> [Action] {
    switch signal {
    case .offline:
      isOnline = false
      return []
    case .online:
      isOnline = true
      return call(pending, now)
    case .foreground:
      suspendedAt = nil
      return call(pending, now, looksForUpload: true)
    case .background:
      suspendedAt = nil
      // The system waits for the end of this attempt, and then suspends the process.
      flushRemainder = pending
      return call(pending, now, looksForUpload: true)
    case .lowPower(let isSaving):
      isSavingPower = isSaving
      return shortenGathering(now)
    case .lowData(let isSaving):
      isSavingData = isSaving
      return shortenGathering(now)
    case .network, .suspending, .terminating: return []
    }
  }

  /// A change of the device begins an attempt, unless the server requested a pause.
  private mutating func call(
    _ pending: Int, _ now: MonotonicTime, looksForUpload: Bool = false
  ) -> [Action] {
    switch phase {
    case .delivering: return []
    case .halted, .stopped: return finishFlush()
    // A flush does not wait for the system's upload.
    case .uploading(nil): return finishFlush() + (isSuspended ? [] : awaitUpload(now))
    case .uploading: return finishFlush() + (looksForUpload ? [.lookForUpload] : [])
    case .resting, .gathering, .backingOff, .exhausted, .barred, .offline, .withheld: break
    }
    if waitsForFlush { return finishFlush() }
    guard isAsked(now) else {
      isCalled = true
      return deliverIfAny(pending)
    }
    phase = .backingOff(until: askedUntil)
    return finishFlush() + [.wake(at: askedUntil)]
  }

  /// Events that wait already wait neither longer than the new interval nor longer than the old
  /// one.
  mutating func schedule(
    _ count: Int, _ interval: Milliseconds, _ pending: Int, _ now: MonotonicTime
  ) -> [Action] {
    (flushAt, flushInterval) = (count, interval)
    guard case .gathering(let until) = phase else { return [] }
    phase = .gathering(until: min(until, now + interval))
    return gather(pending, now)
  }

  mutating func unbar(_ pending: Int) -> [Action] {
    guard case .barred = phase else { return [] }
    return waitsForFlush && !isFlushing ? rested() : deliverIfAny(pending)
  }

  /// Events that may not be sent are looked at too, because they may have to be dropped.
  mutating func permit(_ isPermitted: Bool, _ pending: Int, _ now: MonotonicTime) -> [Action] {
    if waitsForFlush, phase != .delivering { return [] }
    guard isPermitted else { return deliverIfAny(pending) }
    guard phase == .withheld else { return [] }
    guard isAsked(now) else { return deliverIfAny(pending) }
    phase = .backingOff(until: askedUntil)
    return [.wake(at: askedUntil)]
  }

  /// Waits for more events, or for the end of the interval that the first one began.
  mutating func gather(_ pending: Int, _ now: MonotonicTime) -> [Action] {
    unreadable = min(unreadable, pending)
    if waitsForFlush { return rested() }
    let readable = pending - unreadable
    if readable >= flushAt { return deliver() }
    if case .gathering(let until) = phase { return goOnGathering(readable, until, now) }
    let since = gatheringSince ?? now
    gatheringSince = since
    let longest = Milliseconds(clamping: Self.longestGathering * Double(interval.count))
    let until = max(now, min(now + interval, since + longest))
    phase = .gathering(until: until)
    return [.wake(at: until), .arm(at: unreadable + flushAt)]
  }

  /// The first event behind unreadable ones begins the interval.
  private mutating func goOnGathering(
    _ readable: Int, _ until: MonotonicTime, _ now: MonotonicTime
  ) -> [Action] {
    if unreadable > 0, readable == 0 { return [.wake(at: until), .arm(at: unreadable + 1)] }
    var until = until
    if unreadable > 0, gatheringSince == nil {
      gatheringSince = now
      until = min(until, now + interval)
      phase = .gathering(until: until)
    }
    return [.wake(at: until), .arm(at: unreadable + flushAt)]
  }

  /// Whether the device saves power or traffic.
  private var isSaving: Bool { isSavingPower || isSavingData }

  /// Lengthens the interval in low power mode and in Low Data Mode, because each delivery wakes the
  /// radio.
  private var interval: Milliseconds {
    isSaving ? max(flushInterval, Self.savingInterval) : flushInterval
  }

  /// Events that gather already keep their time when such a mode begins, and wait no longer than
  /// the usual interval when both have ended.
  private mutating func shortenGathering(_ now: MonotonicTime) -> [Action] {
    guard !isSaving, case .gathering(let until) = phase, now + flushInterval < until else {
      return []
    }
    phase = .gathering(until: now + flushInterval)
    return [.wake(at: now + flushInterval)]
  }

  mutating func deliverIfAny(_ pending: Int) -> [Action] {
    pending > 0 || hasSealedBatch ? deliver() : rest()
  }

  mutating func deliver() -> [Action] {
    if isSuspended, hasSealedBatch { return upload() }
    guard isOnline || isSuspended else {
      phase = .offline
      return finishFlush()
    }
    phase = .delivering
    return hasSealedBatch ? [.send] : [.pack(atMost: size.most)]
  }

  mutating func rest() -> [Action] {
    phase = .resting
    (unreadable, stalls) = (0, 0)
    size.rest()
    return finishFlush() + [.arm(at: 1)]
  }

  /// Waits for the next flush.
  private mutating func rested() -> [Action] {
    phase = .resting
    return []
  }

  private func isAsked(_ now: MonotonicTime) -> Bool { now < askedUntil }
}
