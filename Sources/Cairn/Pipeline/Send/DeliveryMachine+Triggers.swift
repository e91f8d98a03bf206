/// What begins a delivery.
extension DeliveryMachine {
  mutating func start(_ left: Leftover, _ pending: Int, _ now: Int64) -> [Action] {
    hasSealedBatch = left.hasSealedBatch
    attempts = left.attempts
    failures = retry.maxAttempts.map { attempts % $0 } ?? attempts
    isCalled = true
    guard left.notBefore > now else {
      let gathers = !deliversAtStart && !hasSealedBatch && pending > 0
      return gathers ? gather(pending, now) : deliverIfAny(pending)
    }
    if left.reason == .asked { askedUntil = left.notBefore }
    phase =
      left.reason == .halted
      ? .halted(until: left.notBefore) : .backingOff(until: left.notBefore)
    return [.wake(at: left.notBefore)]
  }

  mutating func appended(_ pending: Int, _ now: Int64) -> [Action] {
    switch phase {
    case .resting where pending > 0, .gathering where pending > 0: return gather(pending, now)
    case .exhausted where !isAsked(now):
      isCalled = true
      return deliver()
    default: return []
    }
  }

  mutating func tick(_ pending: Int, _ now: Int64) -> [Action] {
    guard let due = nextAttempt else { return [] }
    guard now >= due else { return [.wake(at: due)] }
    if case .exhausted = phase { isCalled = true }
    return deliverIfAny(pending)
  }

  /// A flush tries at once, whatever the back-off says: somebody is waiting.
  mutating func flush(_ pending: Int) -> [Action] {
    flushRemainder = pending
    // The network would end the pause when it comes back, and has mended nothing.
    if case .halted = phase, !isOnline { return finishFlush() }
    return phase == .delivering ? [] : deliverIfAny(pending)
  }

  /// What happens to the device is a reason to try, but for what the server itself has said.
  mutating func hear(_ signal: HostSignal, _ pending: Int, _ now: Int64) -> [Action] {
    if signal == .offline || signal == .online { isOnline = signal == .online }
    guard signal != .offline else { return [] }
    switch phase {
    case .delivering, .halted, .stopped: return []
    default: break
    }
    guard isAsked(now) else {
      isCalled = true
      return deliverIfAny(pending)
    }
    phase = .backingOff(until: askedUntil)
    return finishFlush() + [.wake(at: askedUntil)]
  }

  mutating func unbar(_ pending: Int) -> [Action] {
    if case .barred = phase { deliverIfAny(pending) } else { [] }
  }

  /// Waits for more events or for the interval that the first of them began.
  mutating func gather(_ pending: Int, _ now: Int64) -> [Action] {
    if pending >= flushAt { return deliver() }
    if case .gathering(let until) = phase { return [.wake(at: until), .ring(at: flushAt)] }
    let until = now + flushInterval
    phase = .gathering(until: until)
    return [.wake(at: until), .ring(at: flushAt)]
  }

  mutating func deliverIfAny(_ pending: Int) -> [Action] {
    pending > 0 || hasSealedBatch ? deliver() : rest()
  }

  mutating func deliver() -> [Action] {
    guard isOnline else {
      phase = .offline
      return finishFlush()
    }
    phase = .delivering
    return hasSealedBatch ? [.send] : [.pack(atMost: size.most)]
  }

  mutating func rest() -> [Action] {
    phase = .resting
    size.rest()
    return finishFlush() + [.ring(at: 1)]
  }

  private func isAsked(_ now: Int64) -> Bool { now < askedUntil }
}
