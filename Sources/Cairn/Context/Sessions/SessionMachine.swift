/// A state machine that decides when sessions begin and end; it has no side effects.
///
/// It uses the continuous clock, so that changing the wall clock neither ends nor prolongs a
/// session.
package struct SessionMachine: Equatable, Sendable {
  /// An input of the machine.
  package enum Input: Sendable {
    /// An event was recorded, which prolongs a session in the foreground only, or the app entered
    /// the foreground.
    case activity
    /// The app entered the background: it was in use until now, even if it recorded nothing.
    case background
    /// The process is terminating.
    case terminating
    /// `reset()` was called, and another user begins.
    case reset
  }

  /// An action to carry out, in the order of the returned array.
  package enum Action: Equatable, Sendable {
    case end(EndedSession)
    case start(Session)
    /// Store the state that the next launch needs if the process is killed now.
    case save
  }

  /// The interval of saves; a kill of the process loses at most this much of the
  /// session's duration.
  package static let saveInterval: Milliseconds = .minutes(1)

  /// The longest credible duration; a longer one in a record is limited to it.
  private static let longest = Milliseconds(1 << 50)

  /// The timeout; nil when there are no sessions.
  private let timeout: Milliseconds?
  /// The active session, or the session that begins with the next activity.
  package private(set) var session: Session
  package private(set) var isOn = false
  /// Whether a session may begin: in the background, activity only continues one.
  private var isInFront: Bool
  /// The continuous-clock time at which the session began; for a session that began before a
  /// reboot, the equivalent time.
  package private(set) var base: MonotonicTime = 0
  /// The last activity.
  package var last: Moment { left ?? touched }
  /// The last event that `touch` or `handle` has seen.
  private var touched = Moment(wall: 0, continuous: 0)
  /// The last activity in the foreground, while a session goes on in the background.
  ///
  /// Events that are recorded there do not prolong it. `touch` need not tell the two apart.
  private var left: Moment?
  /// The campaign that brought the user.
  package var campaign: [String: String] = [:]
  /// The continuous-clock time up to which an activity changes only `last`.
  package private(set) var checkAt: MonotonicTime
  /// A counter that grows with every handled input.
  package private(set) var turn: UInt64 = 0

  /// Creates a machine; without a timeout there are no sessions.
  package init(timeout: Milliseconds?, session: Session, isInFront: Bool = true) {
    self.timeout = timeout
    self.session = session
    self.isInFront = isInFront
    checkAt = timeout == nil || !isInFront ? .max : .min
  }

  /// Notes whether the app is in the foreground; a change invalidates drafts.
  package mutating func setForeground(_ isInFront: Bool) {
    guard isInFront != self.isInFront else { return }
    self.isInFront = isInFront
    turn &+= 1
    guard let timeout else { return }
    touched = last
    left = isOn && !isInFront ? touched : nil
    checkAt = isInFront ? .min : isOn ? touched.continuous + timeout : .max
  }

  /// Discards all state; `session` begins with the next activity.
  package mutating func forget(next session: Session) {
    let turn = turn
    self = SessionMachine(timeout: timeout, session: session, isInFront: isInFront)
    self.turn = turn &+ 1
  }

  /// The session of the next event; nil when it belongs to none.
  package var shown: Session? { timeout != nil && (isOn || isInFront) ? session : nil }

  /// Records an event that changes only `last`; returns false when it may change more and must
  /// be handled.
  @inline(__always)
  package mutating func touch(_ moment: Moment) -> Bool {
    guard moment.continuous < checkAt else { return false }
    // Threads may arrive in a different order than they read the clock.
    if moment.continuous > touched.continuous { touched = moment }
    return true
  }

  /// Handles an input and returns the actions; `next` creates the identifier of another session.
  package mutating func handle(
    _ input: Input, at now: Moment, next: () -> EventID
  ) -> [Action] {
    guard let timeout else { return [] }
    turn &+= 1
    switch input {
    case .activity: return isOn ? goOn(timeout, now, next) : begin(now)
    case .background:
      guard isOn else { return [] }
      keep(now, timeout)
      return [.save]
    case .terminating: return isOn ? [.save] : []
    case .reset:
      guard isOn else { return [] }
      let isOver = now.continuous - last.continuous >= timeout
      if !isOver { touched = now }
      return [end(isOver ? .timeout : .reset, next)]
    }
  }

  private mutating func goOn(
    _ timeout: Milliseconds, _ now: Moment, _ next: () -> EventID
  ) -> [Action] {
    guard now.continuous - last.continuous >= timeout else {
      keep(now, timeout)
      return left == nil ? [.save] : []
    }
    return [end(.timeout, next)] + begin(now)
  }

  private mutating func begin(_ now: Moment) -> [Action] { isInFront ? [start(now)] : [] }

  /// Updates the last activity and the time of the next check, which is never later than the end of
  /// the timeout.
  private mutating func keep(_ now: Moment, _ timeout: Milliseconds) {
    if now.continuous > touched.continuous { touched = now }
    checkAt = last.continuous + (left == nil ? min(Self.saveInterval, timeout) : timeout)
  }

  private mutating func start(_ now: Moment) -> Action {
    isOn = true
    session.startedAt = now.wall
    base = now.continuous
    touched = now
    keep(now, timeout ?? 0)
    return .start(session)
  }

  private mutating func end(_ reason: EndedSession.Reason, _ next: () -> EventID) -> Action {
    let ended = EndedSession(
      session: session, duration: max(0, last.continuous - base), endedAt: last.wall,
      reason: reason)
    session = Session(id: next(), number: session.number &+ 1, startedAt: 0)
    isOn = false
    left = nil
    campaign = [:]
    checkAt = isInFront ? .min : .max
    return .end(ended)
  }
}

extension SessionMachine {
  /// Continues the session of the last launch; whether it has timed out is checked at the next
  /// activity or by `endStale`.
  package init(
    _ record: SessionRecord, timeout: Milliseconds, at now: Moment, boot: UInt64,
    isInFront: Bool = true
  ) {
    self.init(timeout: timeout, session: record.session, isInFront: isInFront)
    // Earlier versions stored values without limits.
    campaign = Campaign.bounded(record.campaign)
    guard record.isOn else { return }
    isOn = true
    let gap = record.gap(until: now, boot: boot)
    let idle = min(max(0, gap ?? timeout), timeout)
    touched = Moment(wall: record.lastWall, continuous: now.continuous - idle)
    left = isInFront ? nil : touched
    base = last.continuous - min(max(0, record.duration), Self.longest)
    // The first activity must be handled.
    checkAt = .min
  }

  /// Ends the session of an earlier launch that has been idle for longer than the timeout.
  package mutating func endStale(at now: Moment, next: () -> EventID) -> EndedSession? {
    guard let timeout, isOn, now.continuous - last.continuous >= timeout else { return nil }
    turn &+= 1
    guard case .end(let ended) = end(.relaunch, next) else { return nil }
    return ended
  }
}
