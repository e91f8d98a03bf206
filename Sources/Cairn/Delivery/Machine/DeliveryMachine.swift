/// All decisions of delivery to one destination: what to do next, after what happened.
///
/// It does nothing itself.
///
/// Times are milliseconds of the continuous clock. The worker feeds it and carries out what it answers, in order.
package struct DeliveryMachine: Equatable, Sendable {
  /// What the destination is doing.
  package enum Phase: Equatable, Sendable {
    case resting
    /// Events wait for more of them, or for the interval to end.
    case gathering(until: Int64)
    /// A batch is being packed or is under way.
    case delivering
    /// The system has the batch, and delivers it by itself; until then its answer is waited for.
    case uploading(until: Int64?)
    /// The last attempt failed.
    case backingOff(until: Int64)
    /// So many attempts failed that the next one waits for a reason: more events, a flush, the network.
    case exhausted(until: Int64)
    /// The host fails others as well: somebody else tries it.
    case barred(until: Int64)
    /// Something waits, and there is no network.
    case offline
    /// Something waits, and may not be sent.
    case withheld
    /// The destination needs mending. Asked again at that time.
    case halted(until: Int64)
    case stopped
  }

  /// Why it waits.
  package enum PauseReason: Equatable, Sendable {
    /// Nobody asked for it: whatever happens may shorten it.
    case backOff
    /// The server asked for it; only a flush comes before it.
    case asked
    /// The destination needs mending, and nothing was changed about it since.
    case halted
  }

  /// What the last run left behind.
  package struct Leftover: Equatable, Sendable {
    package var hasSealedBatch = false
    /// The system may have it.
    package var isUploading = false
    /// How often that batch was tried.
    package var attempts = 0
    package var notBefore: Int64 = 0
    package var reason = PauseReason.backOff
    /// Since when events gather for a predecessor of this process; nil when there was none, or none did.
    package var gatheringSince: Int64?

    package init() {}
  }

  /// What happened.
  package enum Input: Equatable, Sendable {
    case started(Leftover, pending: Int)
    /// Events were added; so many wait now.
    case appended(pending: Int)
    case tick(pending: Int)
    case flush(pending: Int)
    case host(HostSignal, pending: Int)
    /// So many events, or milliseconds, begin a delivery from now on; so many wait.
    case rescheduled(flushAt: Int, flushInterval: Int64, pending: Int)
    /// There was nothing to pack; so many events wait all the same, and cannot be read now.
    case foundNothing(pending: Int)
    /// A batch is sealed. `isCut` when there is more than fits into one.
    case sealed(isCut: Bool)
    case delivered(settled: Int, pending: Int)
    /// The batch had so many events, and that was too much at once.
    case tooMuch(events: Int)
    /// One of so many events, at least, will never be taken.
    case refused(events: Int)
    /// Not now: at the earliest after so many milliseconds, if the destination said so.
    case postponed(after: Int64?, random: UInt64)
    case halted
    /// Some events of the batch are settled, and others are asked for again.
    case partlyDelivered(settled: Int, random: UInt64)
    /// The sealed body is gone: a loss of power took it.
    case bodyLost(random: UInt64)
    /// Another process delivers; it may be asked again after so many milliseconds.
    case occupied(after: Int64)
    /// The process died during the last attempts; no attempt begins before this time.
    case held(until: Int64)
    /// The host fails, and may be asked at that time.
    case barred(until: Int64)
    /// The host answers again.
    case unbarred(pending: Int)
    /// The system does not have the batch, and nobody knows what came of it.
    case uploadUnknown(pending: Int)
    /// What waits may not be sent now.
    case withheld
    /// Nobody can say now whether what waits may be sent; it may be asked again after so many milliseconds.
    case unsure(after: Int64)
    /// Whether it may be sent was decided anew; so many events wait.
    case permitted(Bool, pending: Int)
    /// What there was is erased.
    case erased
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
    /// Hand the sealed batch to the system, in place of a request that is under way.
    case upload(notBefore: Int64?)
    /// Find out what came of what the system has: report its outcome, or `uploadUnknown`.
    case lookForUpload
    /// Report a tick at this time, and forget any other one asked for.
    case wake(at: Int64)
    /// Report `appended` when so many events wait.
    case arm(at: Int)
    /// Report `appended` when so many more events have come.
    case armAfter(Int)
    /// Tell those who wait for a flush.
    case finishFlush
    /// Remember that the batch was tried so often, and until when nothing is sent.
    case remember(attempts: Int, until: Int64, reason: PauseReason)
  }

  /// The longest that events are left alone which nobody can read now.
  package static let stallInterval: Int64 = 30_000

  /// How long they are left alone the first time; twice as long each time after that.
  package static let firstStall: Int64 = 1_000

  /// How long a halted destination is left alone.
  package static let probeInterval: Int64 = 300_000

  /// So many intervals events gather at most, however often their destination is replaced.
  package static let longestGathering = 2.5

  /// How long events gather, at least, while the device saves power.
  package static let savingInterval: Int64 = 300_000

  /// The longest pause that is kept across launches, but for what a server asked for.
  ///
  /// A clock that was set cannot make it longer.
  package static let longestMemory: Int64 = 300_000

  /// The longest pause after deaths of the process that a flush waits for, in milliseconds.
  package static let flushPatience: Int64 = 5_000

  /// How long the answer to what the system has is waited for while the app could deliver by itself.
  package static let uploadPatience: Int64 = 30_000

  /// Whether batches may be handed to the system.
  let handsOver: Bool
  var flushAt: Int
  var flushInterval: Int64
  package let retry: RetryPolicy
  let deliversAtStart: Bool
  package internal(set) var phase = Phase.resting
  var size = BatchSize()
  var isOnline = true
  /// The process may be stopped at any moment, and the network is not its own.
  var isSuspended = false
  var isSavingPower = false
  /// What began this attempt is worth one before its time.
  var isCalled = false
  /// In a row, since the last success or the beginning of the round.
  var failures = 0
  /// How often the sealed batch was tried.
  var attempts = 0
  /// The server's own word; only a flush comes before it.
  var askedUntil = Int64.min
  /// A halt of an earlier launch, beside an upload that the system may have.
  var haltedUntil = Int64.min
  var hasSealedBatch = false
  /// When a delivery that is withheld looks again by itself; nil when somebody will tell it.
  var withheldUntil: Int64?
  /// Since when events gather; nil while they do not.
  ///
  /// Stays when it stops, for its successor.
  package internal(set) var gatheringSince: Int64?
  var isCut = false
  /// How many of the events that wait could not be read when they were last looked at.
  var unreadable = 0
  /// How often in a row there was nothing that could be read.
  var stalls = 0
  /// How many bodies were lost since the last delivery.
  var bodiesLost = 0
  /// How many events a flush still has to see settled; nil when nobody waits for one.
  var flushRemainder: Int?

  package init(
    flushAt: Int, flushInterval: Int64, retry: RetryPolicy, deliversAtStart: Bool = true,
    handsOver: Bool = false
  ) {
    self.handsOver = handsOver
    self.flushAt = flushAt
    self.flushInterval = flushInterval
    self.retry = retry
    self.deliversAtStart = deliversAtStart
  }

  /// When it tries again by itself; nil when something must happen first.
  package var nextAttempt: Int64? {
    switch phase {
    case .gathering(let until), .backingOff(let until), .exhausted(let until), .barred(let until),
      .halted(let until):
      until
    case .uploading(let until): until
    case .withheld: withheldUntil
    case .resting, .delivering, .offline, .stopped: nil
    }
  }

  /// Whether this attempt need not wait for a host that fails, because of what happened or who waits.
  package var isUrged: Bool { isCalled || isFlushing }

  /// The longest that it would wait after a failure of its own.
  package var patience: Int64 { Int64(retry.longestDelay * 1_000) }

  /// How much is left of a pause that an earlier process began.
  ///
  /// More than anybody asks for is a clock that was set.
  package func remainder(of pause: Int64, _ reason: PauseReason) -> Int64 {
    let longestAsked = RetryPolicy.longestRetryAfter + patience
    let most =
      switch reason {
      case .asked where pause <= longestAsked: longestAsked
      case .backOff: min(patience, Self.longestMemory)
      case .asked, .halted: Self.longestMemory
      }
    return min(max(0, pause), most)
  }

  private var isGathering: Bool { if case .gathering = phase { true } else { false } }

  /// Whether somebody waits for this attempt.
  package var isFlushing: Bool { flushRemainder != nil }

  package mutating func handle(_ input: Input, at now: Int64) -> [Action] {
    if phase == .stopped { return isWaitedFor(input) ? [.finishFlush] : [] }
    let actions = decide(input, now)
    if phase != .delivering { isCalled = false }
    if phase != .withheld { withheldUntil = nil }
    if !isGathering, phase != .stopped { gatheringSince = nil }
    return actions
  }

  private mutating func decide(_ input: Input, _ now: Int64) -> [Action] {
    switch input {
    case .started(let left, let pending): return start(left, pending, now)
    case .appended(let pending): return appended(pending, now)
    case .tick(let pending): return tick(pending, now)
    case .flush(let pending): return flush(pending)
    case .host(.suspending, let pending): return suspend(pending)
    case .host(let signal, let pending): return handle(signal, pending, now)
    case .rescheduled(let count, let interval, let pending):
      return schedule(count, interval, pending, now)
    case .unbarred(let pending): return unbar(pending)
    case .uploadUnknown(let pending): return uploadUnknown(pending, now)
    case .permitted(let isPermitted, let pending): return permit(isPermitted, pending, now)
    case .erased: return forget()
    case .foundNothing(let pending):
      hasSealedBatch = false
      return pending == 0 ? rest() : stall(pending, now)
    case .sealed(let isCut): return send(isCut)
    case .close:
      phase = .stopped
      return [.finishFlush]
    case .delivered(let settled, let pending): return delivered(settled, pending, now)
    case .tooMuch(let events):
      size.tooMuch(events)
      return repack()
    case .refused(let events):
      size.refused(events)
      return repack()
    case .partlyDelivered(let settled, let random): return partlyDelivered(settled, random, now)
    case .bodyLost(let random): return bodyLost(random, now)
    case .postponed(let after, let random): return backOff(after, random, now)
    case .failed(let random): return backOff(nil, random, now)
    case .occupied(let after): return yield(after, now)
    case .held(let until): return hold(until, now)
    case .barred(let until): return bar(until)
    case .halted: return halt(now)
    case .withheld: return withhold()
    case .unsure(let after): return withhold(until: now + after)
    }
  }

  /// Whether the sender of this input waits for `finishFlush`.
  private func isWaitedFor(_ input: Input) -> Bool {
    if case .flush = input { return true }
    if case .host(.background, _) = input { return true }
    return false
  }
}
