/// The state machine of delivery to one destination: it turns inputs into actions.
///
/// It has no side effects. The driver passes the inputs, and performs the returned actions in
/// order.
package struct DeliveryMachine: Equatable, Sendable {
  /// The state of the delivery.
  package enum Phase: Equatable, Sendable {
    case resting
    /// Events wait until there are more of them, or until the interval ends.
    case gathering(until: MonotonicTime)
    /// A batch is being packed or sent.
    case delivering
    /// The system has the batch and delivers it; the machine waits for the response until then.
    case uploading(until: MonotonicTime?)
    /// The last attempt failed; the next one is made at that time.
    case backingOff(until: MonotonicTime)
    /// All attempts of a round failed; the next round begins at that time, or earlier with more
    /// events, a flush or the network.
    case exhausted(until: MonotonicTime)
    /// The host fails for other destinations too, and one of them makes the attempts.
    case barred(until: MonotonicTime)
    /// Events wait, and there is no network.
    case offline
    /// Events wait, and consent does not permit sending them.
    case withheld
    /// The destination needs a fix by the developer. The next attempt is made at that time.
    case halted(until: MonotonicTime)
    case stopped
  }

  /// The reason for a pause.
  package enum PauseReason: Equatable, Sendable {
    /// The back-off after a failed attempt; a flush, a change between foreground and background, or
    /// a network that returns ends it early.
    case backOff
    /// The server requested it; only a flush ends it early.
    case asked
    /// The destination needs a fix, and its settings have not changed since.
    case halted
  }

  /// The state that an earlier process left.
  package struct Leftover: Equatable, Sendable {
    package var hasSealedBatch = false
    /// Whether the system may have the sealed batch.
    package var isUploading = false
    /// The number of attempts to send the sealed batch.
    package var attempts = 0
    package var notBefore: MonotonicTime = 0
    package var reason = PauseReason.backOff
    /// The time since which a predecessor in this process gathered events; nil if there was none,
    /// or it did not gather.
    package var gatheringSince: MonotonicTime?

    package init() {}
  }

  /// An input of the machine.
  package enum Input: Equatable, Sendable {
    case started(Leftover, pending: Int)
    /// Events were added; `pending` is the number that wait now.
    case appended(pending: Int)
    /// Another process has added events; `pending` is the number that wait now.
    case appendedElsewhere(pending: Int)
    case tick(pending: Int)
    case flush(pending: Int)
    case host(HostSignal, pending: Int)
    /// Sets the number of events, and the time, after which a delivery begins.
    case rescheduled(flushAt: Int, flushInterval: Milliseconds, pending: Int)
    /// There was nothing to pack; `pending` events wait, and cannot be read now.
    case foundNothing(pending: Int)
    /// A batch is sealed; `isCut` if more events wait than fit into it.
    case sealed(isCut: Bool)
    case delivered(settled: Int, pending: Int)
    /// The batch, of this number of events, was too large.
    case tooMuch(events: Int)
    /// At least one event of the batch, of this number of events, will never be accepted.
    case refused(events: Int)
    /// The destination does not accept the batch now; `after` is the wait that it requested.
    case postponed(after: Milliseconds?, random: UInt64)
    case halted
    /// Some events of the batch are settled, and the destination asked for others again.
    case partlyDelivered(settled: Int, random: UInt64)
    /// The file of the sealed body was lost in a power failure.
    case bodyLost(random: UInt64)
    /// Another process delivers; the next check is made after this time.
    case occupied(after: Milliseconds)
    /// The process died during the last attempts; no attempt begins before this time.
    case held(until: MonotonicTime)
    /// The host fails; the next attempt is permitted at that time.
    case barred(until: MonotonicTime)
    /// The host responds again.
    case unbarred(pending: Int)
    /// The system does not have the batch, and its outcome is unknown.
    case uploadUnknown(pending: Int)
    /// Consent does not permit sending now.
    case withheld
    /// It is unknown whether consent permits sending; the next check is made after this time.
    case unsure(after: Milliseconds)
    /// Consent has changed.
    case permitted(Bool, pending: Int)
    /// All events were erased.
    case erased
    /// The batch could not be created or stored.
    case failed(random: UInt64)
    case close
  }

  /// An action that needs nothing but the worker: the driver passes it on as it is.
  package enum WorkerAction: Equatable, Sendable {
    /// Pass a tick at this time, and cancel any other tick that was requested.
    case wake(at: MonotonicTime)
    /// Pass `appended` when this number of events wait.
    case arm(at: Int)
    /// Pass `appended` after this number of further events.
    case armAfter(Int)
    /// Notify the callers that wait for a flush.
    case finishFlush
  }

  /// An action that the driver performs.
  package enum Action: Equatable, Sendable {
    /// Select events, seal them, and pass the result as an input.
    case pack(atMost: Int?)
    /// Send the sealed batch.
    case send
    /// Hand the sealed batch to the system, and end the current request.
    case upload(notBefore: MonotonicTime?)
    /// Query the system for the outcome of the upload; pass it as an input, or `uploadUnknown` if
    /// the system does not have the batch.
    case lookForUpload
    /// Store the number of attempts, and the time before which nothing is sent.
    case remember(attempts: Int, until: MonotonicTime, reason: PauseReason)
    case worker(WorkerAction)

    package static func wake(at time: MonotonicTime) -> Action { .worker(.wake(at: time)) }
    package static func arm(at count: Int) -> Action { .worker(.arm(at: count)) }
    package static func armAfter(_ count: Int) -> Action { .worker(.armAfter(count)) }
    package static var finishFlush: Action { .worker(.finishFlush) }
  }

  /// The longest pause before unreadable events are read again.
  package static let stallInterval: Milliseconds = .seconds(30)

  /// The first such pause; each further one is twice as long.
  package static let firstStall: Milliseconds = .seconds(1)

  /// The pause between attempts at a halted destination.
  package static let probeInterval: Milliseconds = .minutes(5)

  /// The number of intervals that events gather at most, however often their destination is
  /// replaced.
  package static let longestGathering = 2.5

  /// The shortest time that events gather in low power mode and in Low Data Mode.
  package static let savingInterval: Milliseconds = .minutes(5)

  /// The longest pause that is kept across launches, except one that a server requested.
  ///
  /// It bounds the effect of a changed wall clock.
  package static let longestMemory: Milliseconds = .minutes(5)

  /// The longest pause after deaths of the process that a flush waits for.
  package static let flushPatience: Milliseconds = .seconds(5)

  /// The time that the machine waits for the system's upload while the app could deliver itself.
  package static let uploadPatience: Milliseconds = .seconds(30)

  /// The time after which a process that still runs is assumed not to be suspended.
  package static let longestRunBeforeSuspension: Milliseconds = .seconds(30)

  /// The lateness of a tick that shows that the process was suspended in the meantime.
  package static let longestLateness: Milliseconds = .seconds(5)

  /// The time after the announcement of a suspension from which on a flush shows that the process
  /// runs again, or still.
  package static let shortestSuspension: Milliseconds = .seconds(10)

  /// Whether batches may be handed to the system.
  let handsOver: Bool
  var flushAt: Int
  var flushInterval: Milliseconds
  package let retry: RetryPolicy
  let deliversAtStart: Bool
  /// Whether only a flush begins a delivery: another process delivers the events of this one.
  let waitsForFlush: Bool
  package internal(set) var phase = Phase.resting
  var size = AdaptiveBatchSize()
  var isOnline = true
  /// The time at which a suspension of the process was announced last, or from which on the process
  /// may be suspended; nil while it is known to run.
  var suspendedAt: MonotonicTime?
  var isSavingPower = false
  /// Whether the user has asked for less traffic on the current network.
  var isSavingData = false
  /// Whether the input that began this attempt justifies an attempt at a failing host.
  var isCalled = false
  /// The number of consecutive failures since the last success or the beginning of the round.
  var failures = 0
  /// The number of attempts to send the sealed batch.
  var attempts = 0
  /// The time before which the server asked for no attempt; only a flush ignores it.
  var askedUntil = MonotonicTime.min
  /// The end of the back-off after an upload that failed; the next one begins no earlier.
  var uploadNotBefore = MonotonicTime.min
  /// The end of a halt of an earlier launch whose batch the system may have.
  var haltedUntil = MonotonicTime.min
  var hasSealedBatch = false
  /// The time of the next check of a withheld delivery; nil if a change of consent is reported.
  var withheldUntil: MonotonicTime?
  /// The time since which events gather; nil while they do not.
  ///
  /// It is kept when the machine stops, for its successor.
  package internal(set) var gatheringSince: MonotonicTime?
  var isCut = false
  /// The number of waiting events that could not be read at the last attempt.
  var unreadable = 0
  /// The number of consecutive attempts without a readable event.
  var stalls = 0
  /// The number of lost bodies since the last delivery.
  var bodiesLost = 0
  /// The number of events that a flush still waits for; nil without a flush.
  var flushRemainder: Int?

  package init(
    flushAt: Int, flushInterval: Milliseconds, retry: RetryPolicy, deliversAtStart: Bool = true,
    handsOver: Bool = false, waitsForFlush: Bool = false
  ) {
    self.handsOver = handsOver
    self.flushAt = flushAt
    self.flushInterval = flushInterval
    self.retry = retry
    self.deliversAtStart = deliversAtStart
    self.waitsForFlush = waitsForFlush
  }

  /// The time of the next attempt without a further input; nil if there is none.
  package var nextAttempt: MonotonicTime? {
    switch phase {
    case .gathering(let until), .backingOff(let until), .exhausted(let until), .barred(let until),
      .halted(let until):
      until
    case .uploading(let until):
      until ?? suspendedAt.map { $0 + Self.longestRunBeforeSuspension }
    case .withheld: withheldUntil
    case .resting, .delivering, .offline, .stopped: nil
    }
  }

  /// Whether this attempt is made even if the host fails, because of its trigger or a waiting
  /// flush.
  package var isUrged: Bool { isCalled || isFlushing }

  /// The longest back-off after a failure of this destination.
  package var patience: Milliseconds { Milliseconds(seconds: retry.maximumDelay) }

  /// The rest of a pause that an earlier process began.
  ///
  /// A pause beyond the bounds comes from a changed wall clock, and is cut.
  package func remainder(of pause: Milliseconds, _ reason: PauseReason) -> Milliseconds {
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

  /// Whether the process may be suspended, so that the system sends its batches.
  var isSuspended: Bool { suspendedAt != nil }

  /// Whether a flush waits for this attempt.
  package var isFlushing: Bool { flushRemainder != nil }

  package mutating func handle(_ input: Input, at now: MonotonicTime) -> [Action] {
    if phase == .stopped { return isWaitedFor(input) ? [.finishFlush] : [] }
    let actions = decide(input, now)
    if phase != .delivering { isCalled = false }
    if phase != .withheld { withheldUntil = nil }
    if !isGathering, phase != .stopped { gatheringSince = nil }
    return actions
  }

  private mutating func decide(_ input: Input, _ now: MonotonicTime) -> [Action] {
    switch input {
    case .started(let left, let pending): return start(left, pending, now)
    case .appended(let pending): return appended(pending, now)
    case .appendedElsewhere(let pending): return appendedElsewhere(pending, now)
    case .tick(let pending): return tick(pending, now)
    case .flush(let pending): return flush(pending, now)
    case .host(.suspending, let pending): return suspend(pending, now)
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
