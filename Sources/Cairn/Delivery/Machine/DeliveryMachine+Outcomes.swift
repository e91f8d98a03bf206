/// The reactions to the outcome of an attempt.
extension DeliveryMachine {
  mutating func send(_ isCut: Bool) -> [Action] {
    hasSealedBatch = true
    attempts = 0
    unreadable = 0
    self.isCut = isCut
    return isSuspended ? upload() : [.send]
  }

  mutating func delivered(_ settled: Int, _ pending: Int, _ now: MonotonicTime) -> [Action] {
    hasSealedBatch = false
    failures = 0
    bodiesLost = 0
    (askedUntil, uploadNotBefore) = (.min, .min)
    size.delivered(settled)
    flushRemainder = flushRemainder.map { max(0, $0 - settled) }
    if pending == 0 { return rest() }
    let flushed = flushRemainder == 0 ? finishFlush() : []
    let goesOn = isCut || size.isSearching || isFlushing || isSuspended
    return flushed + (goesOn ? deliver() : gather(pending, now))
  }

  mutating func partlyDelivered(
    _ settled: Int, _ random: UInt64, _ now: MonotonicTime
  ) -> [Action] {
    hasSealedBatch = false
    askedUntil = .min
    flushRemainder = flushRemainder.map { max(0, $0 - settled) }
    if settled > 0 { failures = 0 }
    return backOff(nil, random, now)
  }

  mutating func repack() -> [Action] {
    hasSealedBatch = false
    askedUntil = .min
    return deliver()
  }

  /// One lost body is a power loss; two in a row are a disk that stores nothing, which would cause
  /// an endless loop.
  mutating func bodyLost(_ random: UInt64, _ now: MonotonicTime) -> [Action] {
    hasSealedBatch = false
    bodiesLost += 1
    return bodiesLost > 1 ? backOff(nil, random, now) : deliver()
  }

  /// The waiting events cannot be read now.
  ///
  /// They are read again at intervals; new events gather as if the unreadable ones did not exist.
  mutating func stall(_ pending: Int, _ now: MonotonicTime) -> [Action] {
    let pause = min(Self.stallInterval, Self.firstStall * (1 << stalls))
    stalls = min(stalls + 1, 5)
    unreadable = pending
    let until = now + max(flushInterval, pause)
    phase = .gathering(until: until)
    return finishFlush() + [.wake(at: until), .arm(at: pending + 1)]
  }

  mutating func backOff(
    _ asked: Milliseconds?, _ random: UInt64, _ now: MonotonicTime
  ) -> [Action] {
    failures += 1
    attempts += 1
    let due = now + retry.wait(afterFailures: failures, asked: asked, random: random)
    if asked != nil { askedUntil = due }
    // While the process may be suspended, only the system sends.
    if isSuspended { uploadNotBefore = due }
    // A failed attempt of a flush does not shorten the pause that the server requested before.
    let until = max(due, askedUntil)
    if let most = retry.maximumAttempts, failures >= most { return endRound(now) }
    let reason = until == askedUntil ? PauseReason.asked : .backOff
    return pause(until: until, .backingOff(until: until), reason)
  }

  /// The batch is kept: the next trigger begins a new round.
  private mutating func endRound(_ now: MonotonicTime) -> [Action] {
    failures = 0
    let until = max(now + flushInterval, askedUntil)
    let isAsked = askedUntil > now
    let actions = pause(
      until: until, .exhausted(until: until), isAsked ? .asked : .backOff,
      notBefore: isAsked ? askedUntil : now)
    return actions + [.armAfter(flushAt)]
  }

  /// Another process delivers; this is not a failure.
  mutating func yield(_ after: Milliseconds, _ now: MonotonicTime) -> [Action] {
    hasSealedBatch = false
    let until = max(now + after, askedUntil)
    phase = .backingOff(until: until)
    return finishFlush() + [.wake(at: until)]
  }

  /// Pauses after deaths of the process during attempts, which do not count as failures.
  ///
  /// A flush waits for a pause of up to ``flushPatience``, and ends at once when the pause is
  /// longer.
  mutating func hold(_ until: MonotonicTime, _ now: MonotonicTime) -> [Action] {
    let until = max(until, askedUntil)
    phase = .backingOff(until: until)
    return (until - now <= Self.flushPatience ? [] : finishFlush()) + [.wake(at: until)]
  }

  mutating func bar(_ until: MonotonicTime) -> [Action] {
    if isFlushing {
      // Another destination tries the host, and its outcome ends the wait.
      phase = .barred(until: until)
      return [.wake(at: until)]
    }
    phase = askedUntil > until ? .backingOff(until: askedUntil) : .barred(until: until)
    return [.wake(at: max(askedUntil, until))]
  }

  /// Waits for consent, and checks again at that time if there is one; this is not a failure.
  mutating func withhold(until: MonotonicTime? = nil) -> [Action] {
    phase = .withheld
    withheldUntil = until
    return finishFlush() + (until.map { [.wake(at: $0)] } ?? [])
  }

  /// Clears the state of the batch; a pause that the server requested stays.
  mutating func forget() -> [Action] {
    hasSealedBatch = false
    isCut = false
    attempts = 0
    failures = 0
    bodiesLost = 0
    return withhold()
  }

  mutating func halt(_ now: MonotonicTime) -> [Action] {
    attempts += 1
    askedUntil = .min
    let until = now + Self.probeInterval
    return pause(until: until, .halted(until: until), .halted)
  }

  private mutating func pause(
    until: MonotonicTime, _ phase: Phase, _ reason: PauseReason, notBefore: MonotonicTime? = nil
  ) -> [Action] {
    self.phase = phase
    return [
      .remember(attempts: attempts, until: notBefore ?? until, reason: reason)
    ] + finishFlush() + [.wake(at: until)]
  }

  mutating func finishFlush() -> [Action] {
    guard isFlushing else { return [] }
    flushRemainder = nil
    return [.finishFlush]
  }
}
