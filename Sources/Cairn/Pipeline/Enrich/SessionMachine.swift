/// Decides when sessions begin and end; does nothing itself.
///
/// Time is the continuous clock, so that nobody who sets the clock on the wall ends a session or makes it longer.
package struct SessionMachine: Equatable, Sendable {
  /// What happens to the app.
  package enum Input: Sendable {
    /// An event, or the app came to the front.
    case activity
    /// The app went to the back: it was used until now, even if it recorded nothing.
    case background
    /// The process ends.
    case terminating
    /// Another user begins.
    case reset
  }

  /// What is to be done, in this order.
  package enum Action: Equatable, Sendable {
    case end(EndedSession)
    case start(Session)
    /// Keep what would be needed if the process were killed now.
    case save
  }

  /// A process that is killed loses so much of its session's duration, at most.
  package static let saveInterval: Int64 = 60_000

  /// What a record says beyond is not true.
  private static let longest: Int64 = 1 << 50

  /// Nil when there are no sessions.
  private let timeout: Int64?
  /// The one that is on, or the one that begins with the next activity.
  package private(set) var session: Session
  package private(set) var isOn = false
  /// The reading of the continuous clock at which the session began; of an earlier start of the machine, what it would
  /// have been.
  package private(set) var base: Int64 = 0
  package private(set) var last = Moment(wall: 0, continuous: 0)
  /// The campaign that brought the user.
  package var campaign: [String: String] = [:]
  /// Up to this reading an activity changes nothing but `last`.
  package private(set) var checkAt: Int64
  /// Grows with every input that is handled.
  package private(set) var turn: UInt64 = 0

  /// `timeout` is in milliseconds; nil for no sessions.
  package init(timeout: Int64?, session: Session) {
    self.timeout = timeout
    self.session = session
    checkAt = timeout == nil ? .max : .min
  }

  /// Nothing was, and this one begins with the next activity.
  package mutating func forget(next session: Session) {
    let turn = turn
    self = SessionMachine(timeout: timeout, session: session)
    self.turn = turn &+ 1
  }

  package var exists: Bool { timeout != nil }

  /// Takes in an activity that changes nothing else; false when it may, and is to be handled.
  @inline(__always)
  package mutating func touch(_ moment: Moment) -> Bool {
    guard moment.continuous < checkAt else { return false }
    // Threads may come in another order than they read the clock.
    if moment.continuous > last.continuous { last = moment }
    return true
  }

  /// `next` makes the identifier of another session.
  package mutating func handle(
    _ input: Input, at now: Moment, next: () -> EventID
  ) -> [Action] {
    guard let timeout else { return [] }
    turn &+= 1
    switch input {
    case .activity: return isOn ? goOn(timeout, now, next) : [start(now)]
    case .background:
      guard isOn else { return [] }
      keep(now, timeout)
      return [.save]
    case .terminating: return isOn ? [.save] : []
    case .reset:
      guard isOn else { return [] }
      let isOver = now.continuous - last.continuous >= timeout
      if !isOver { last = now }
      return [end(isOver ? .timeout : .reset, next)]
    }
  }

  private mutating func goOn(
    _ timeout: Int64, _ now: Moment, _ next: () -> EventID
  ) -> [Action] {
    guard now.continuous - last.continuous >= timeout else {
      keep(now, timeout)
      return [.save]
    }
    return [end(.timeout, next), start(now)]
  }

  /// A gap that ends a session is longer than the time until the next check.
  private mutating func keep(_ now: Moment, _ timeout: Int64) {
    if now.continuous > last.continuous { last = now }
    checkAt = last.continuous + min(Self.saveInterval, timeout)
  }

  private mutating func start(_ now: Moment) -> Action {
    isOn = true
    session.startedAt = now.wall
    base = now.continuous
    last = now
    keep(now, timeout ?? 0)
    return .start(session)
  }

  private mutating func end(_ reason: EndedSession.Reason, _ next: () -> EventID) -> Action {
    let ended = EndedSession(
      session: session, duration: max(0, last.continuous - base), endedAt: last.wall,
      reason: reason)
    session = Session(id: next(), number: session.number &+ 1, startedAt: 0)
    isOn = false
    campaign = [:]
    checkAt = .min
    return .end(ended)
  }
}

extension SessionMachine {
  /// Goes on where the last run was: with its session, if nothing else happened for too long, or behind its end.
  package init(_ record: SessionRecord, timeout: Int64, at now: Moment, boot: UInt64) {
    self.init(timeout: timeout, session: record.session)
    // What earlier versions have let in may be of any length.
    campaign = Campaign.bounded(record.campaign)
    guard record.isOn else { return }
    isOn = true
    let gap = record.gap(until: now, boot: boot)
    let idle = min(max(0, gap ?? timeout), timeout)
    last = Moment(wall: record.lastWall, continuous: now.continuous - idle)
    base = last.continuous - min(max(0, record.duration), Self.longest)
    // The first activity is looked at closely.
    checkAt = .min
  }

  /// Ends the session of an earlier run that has been idle for too long.
  package mutating func endStale(at now: Moment, next: () -> EventID) -> EndedSession? {
    guard let timeout, isOn, now.continuous - last.continuous >= timeout else { return nil }
    turn &+= 1
    guard case .end(let ended) = end(.relaunch, next) else { return nil }
    return ended
  }
}
