/// All decisions of delivery to one destination: what to do next, after what happened.
///
/// It does nothing itself.
///
/// Times are milliseconds of the continuous clock. The courier feeds it and carries out what it answers, in order.
package struct DeliveryMachine: Equatable, Sendable {
  /// What the destination is doing.
  package enum Phase: Equatable, Sendable {
    case resting
    /// Events wait for more of them, or for the interval to end.
    case gathering(until: Int64)
    /// A batch is being packed or is under way.
    case delivering
    /// The last attempt failed.
    case backingOff(until: Int64)
    /// The destination needs mending. Asked again at that time.
    case halted(until: Int64)
    case stopped
  }

  /// What happened.
  package enum Input: Equatable, Sendable {
    /// The SDK began: what the last run left behind.
    case started(pending: Int, hasSealedBatch: Bool, failures: Int, notBefore: Int64)
    /// Events were added; so many wait now.
    case appended(pending: Int)
    case tick(pending: Int)
    case flush(pending: Int)
    /// There was nothing to pack; so many events wait all the same, and cannot be read now.
    case foundNothing(pending: Int)
    /// A batch is sealed. `isCut` when there is more than fits into one.
    case sealed(isCut: Bool)
    case delivered(settled: Int, pending: Int)
    /// The batch must be cut; it had so many events.
    case tooMuch(events: Int)
    /// Not now: at the earliest after so many milliseconds, if the destination said so.
    case postponed(after: Int64?, random: UInt64)
    case halted
    /// Some events of the batch are settled, and others are asked for again.
    case partlyDelivered(settled: Int, random: UInt64)
    /// The sealed body is gone: a loss of power took it.
    case bodyLost(random: UInt64)
    /// Another process delivers; it may be asked again after so many milliseconds.
    case occupied(after: Int64)
    /// The batch could not be made or stored.
    case failed(random: UInt64)
    case close
  }

  /// What to do.
  package enum Action: Equatable, Sendable {
    /// Choose events, no more than this if not nil, seal them, and report.
    case pack(atMost: Int?)
    /// Send the sealed batch.
    case send
    /// Report a tick at this time, and forget any other one asked for.
    case wake(at: Int64)
    /// Report `appended` when so many events wait.
    case ring(at: Int)
    /// Tell those who wait for a flush.
    case finishFlush
    /// Remember that the batch failed so often, and until when nothing is sent.
    case remember(failures: Int, until: Int64)
  }

  /// How long events that cannot be read are left alone.
  package static let stallInterval: Int64 = 30_000

  /// How long a halted destination is left alone.
  package static let probeInterval: Int64 = 300_000

  private let flushAt: Int
  private let flushInterval: Int64
  private let retry: RetryPolicy
  package private(set) var phase = Phase.resting
  private var failures = 0
  private var hasSealedBatch = false
  private var isCut = false
  /// How many bodies were lost since the last delivery.
  private var bodiesLost = 0
  /// Halved by a batch that was too much, doubled by each that was not.
  private var mostEvents: Int?
  /// How many events a flush still has to see settled; nil when nobody waits for one.
  private var flushRemainder: Int?

  package init(flushAt: Int, flushInterval: Int64, retry: RetryPolicy) {
    self.flushAt = flushAt
    self.flushInterval = flushInterval
    self.retry = retry
  }

  package mutating func handle(_ input: Input, at now: Int64) -> [Action] {
    if phase == .stopped { return isFlush(input) ? [.finishFlush] : [] }
    switch input {
    case .started(let pending, let sealed, let failures, let notBefore):
      return start(pending, sealed, failures, notBefore, now)
    case .appended(let pending): return appended(pending, now)
    case .tick(let pending): return tick(pending, now)
    case .flush(let pending): return flush(pending, now)
    case .foundNothing(let pending): return pending == 0 ? rest() : stall(pending, now)
    case .sealed(let isCut):
      hasSealedBatch = true
      self.isCut = isCut
      return [.send]
    case .delivered(let settled, let pending): return delivered(settled, pending, now)
    case .tooMuch(let events):
      hasSealedBatch = false
      mostEvents = max(1, events / 2)
      return deliver()
    case .postponed(let after, let random): return backOff(after, random, now)
    case .occupied(let after): return yield(after, now)
    case .failed(let random): return backOff(nil, random, now)
    case .partlyDelivered(let settled, let random):
      hasSealedBatch = false
      flushRemainder = flushRemainder.map { max(0, $0 - settled) }
      if settled > 0 { failures = 0 }
      return backOff(nil, random, now)
    case .bodyLost(let random): return bodyLost(random, now)
    case .halted: return halt(now)
    case .close:
      phase = .stopped
      return [.finishFlush]
    }
  }

  private func isFlush(_ input: Input) -> Bool {
    if case .flush = input { true } else { false }
  }

  private mutating func start(
    _ pending: Int, _ sealed: Bool, _ failures: Int, _ notBefore: Int64, _ now: Int64
  ) -> [Action] {
    hasSealedBatch = sealed
    self.failures = failures
    if notBefore > now {
      phase = .backingOff(until: notBefore)
      return [.wake(at: notBefore)]
    }
    return pending > 0 || sealed ? deliver() : rest()
  }

  private mutating func appended(_ pending: Int, _ now: Int64) -> [Action] {
    switch phase {
    case .resting where pending > 0, .gathering where pending > 0: return gather(pending, now)
    default: return []
    }
  }

  private mutating func tick(_ pending: Int, _ now: Int64) -> [Action] {
    switch phase {
    case .gathering(let until), .backingOff(let until), .halted(let until):
      guard now >= until else { return [.wake(at: until)] }
      return pending > 0 || hasSealedBatch ? deliver() : rest()
    default: return []
    }
  }

  /// A flush tries at once, whatever the back-off says: somebody is waiting.
  private mutating func flush(_ pending: Int, _ now: Int64) -> [Action] {
    flushRemainder = pending
    if phase == .delivering { return [] }
    return pending > 0 || hasSealedBatch ? deliver() : rest()
  }

  private mutating func delivered(_ settled: Int, _ pending: Int, _ now: Int64) -> [Action] {
    hasSealedBatch = false
    failures = 0
    bodiesLost = 0
    mostEvents = mostEvents.map { min($0 * 2, 1 << 30) }
    if let remainder = flushRemainder { flushRemainder = max(0, remainder - settled) }
    if pending == 0 { return rest() }
    let flushed = flushRemainder == 0 ? finishFlush() : []
    let goesOn = isCut || mostEvents != nil || flushRemainder != nil
    return flushed + (goesOn ? deliver() : gather(pending, now))
  }

  /// Events wait that nobody can read now.
  ///
  /// Looks again when more have come, and from time to time.
  private mutating func stall(_ pending: Int, _ now: Int64) -> [Action] {
    let until = now + max(flushInterval, Self.stallInterval)
    phase = .gathering(until: until)
    return finishFlush() + [.wake(at: until), .ring(at: pending + flushAt)]
  }

  /// Waits for more events or for the interval that the first of them began.
  private mutating func gather(_ pending: Int, _ now: Int64) -> [Action] {
    if pending >= flushAt { return deliver() }
    if case .gathering(let until) = phase { return [.wake(at: until), .ring(at: flushAt)] }
    let until = now + flushInterval
    phase = .gathering(until: until)
    return [.wake(at: until), .ring(at: flushAt)]
  }

  private mutating func deliver() -> [Action] {
    phase = .delivering
    return hasSealedBatch ? [.send] : [.pack(atMost: mostEvents)]
  }

  private mutating func rest() -> [Action] {
    phase = .resting
    mostEvents = nil
    return finishFlush() + [.ring(at: 1)]
  }

  /// Once is a loss of power; twice in a row is a disk that keeps nothing, and would keep us busy for ever.
  private mutating func bodyLost(_ random: UInt64, _ now: Int64) -> [Action] {
    hasSealedBatch = false
    bodiesLost += 1
    return bodiesLost > 1 ? backOff(nil, random, now) : deliver()
  }

  private mutating func backOff(_ after: Int64?, _ random: UInt64, _ now: Int64) -> [Action] {
    failures += 1
    let bound = retry.bound(afterFailures: failures)
    let jitter = Int64(random % UInt64(bound + 1))
    // A server's word is taken, within bounds; a little more, so that not all come back in the same second.
    let asked = after.map { min($0, RetryPolicy.longestRetryAfter) + min(jitter, 1_000) }
    return pause(until: now + (asked ?? jitter), .backingOff(until: now + (asked ?? jitter)))
  }

  /// No failure: what waits is in the hands of somebody else.
  private mutating func yield(_ after: Int64, _ now: Int64) -> [Action] {
    hasSealedBatch = false
    phase = .backingOff(until: now + after)
    return finishFlush() + [.wake(at: now + after)]
  }

  private mutating func halt(_ now: Int64) -> [Action] {
    let until = now + Self.probeInterval
    return pause(until: until, .halted(until: until))
  }

  private mutating func pause(until: Int64, _ phase: Phase) -> [Action] {
    self.phase = phase
    return [.remember(failures: failures, until: until)] + finishFlush() + [.wake(at: until)]
  }

  private mutating func finishFlush() -> [Action] {
    guard flushRemainder != nil else { return [] }
    flushRemainder = nil
    return [.finishFlush]
  }
}
