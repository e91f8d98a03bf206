import Cairn
import Testing

/// The beginnings and ends of sessions, according to two clocks.
@Suite final class SessionMachineTests {
  static let timeout: Milliseconds = 1_800_000
  static let begin = Moment(wall: 1_000_000_000, continuous: 5_000_000)

  static func id(_ number: UInt64) -> EventID { EventID(high: number, low: number) }
  static let first = Session(id: id(1), number: 1, startedAt: 0)

  static func at(_ seconds: Int64, wallAhead: Int64 = 0) -> Moment {
    Moment(
      wall: begin.wall + Milliseconds((seconds + wallAhead) * 1_000),
      continuous: begin.continuous + Milliseconds(seconds * 1_000))
  }

  static func started(_ number: Int, at seconds: Int64, wallAhead: Int64 = 0) -> Session {
    Session(
      id: id(UInt64(number)), number: number, startedAt: at(seconds, wallAhead: wallAhead).wall)
  }

  var machine = SessionMachine(timeout: timeout, session: first)

  func handle(
    _ input: SessionMachine.Input, _ seconds: Int64, wallAhead: Int64 = 0
  ) -> [SessionMachine.Action] {
    let next = UInt64(machine.session.number + 1)
    return machine.handle(input, at: Self.at(seconds, wallAhead: wallAhead)) { Self.id(next) }
  }

  func touch(_ seconds: Int64) -> Bool { machine.touch(Self.at(seconds)) }

  @Test(
    "the first activity begins a session; activity soon afterwards is part of it without an action"
  )
  func begins() {
    #expect(!touch(0))
    #expect(handle(.activity, 0) == [.start(Self.started(1, at: 0))])
    #expect(touch(59))
    #expect(!touch(60))
    #expect(handle(.activity, 60) == [.save])
    #expect(touch(119))
  }

  @Test("half an hour without activity ends a session at its last activity; a second less does not")
  func times() {
    _ = handle(.activity, 0)
    #expect(handle(.activity, 1_799) == [.save])
    #expect(handle(.activity, 3_598) == [.save])
    let ended = EndedSession(
      session: Self.started(1, at: 0), duration: 3_598_000, endedAt: Self.at(3_598).wall,
      reason: .timeout)
    #expect(handle(.activity, 5_398) == [.end(ended), .start(Self.started(2, at: 5_398))])
  }

  @Test("a clock on the wall that is set changes neither the session nor its duration")
  func wall() {
    _ = handle(.activity, 0)
    #expect(handle(.activity, 100, wallAhead: 86_400) == [.save])
    #expect(handle(.activity, 200, wallAhead: -86_400) == [.save])
    let actions = handle(.activity, 2_000)
    guard case .end(let ended) = actions.first else {
      Issue.record("not ended: \(actions)")
      return
    }
    #expect(ended.duration == 200_000)
  }

  @Test("the background counts as activity until then, and begins no session")
  func background() {
    #expect(handle(.background, 0) == [])
    _ = handle(.activity, 0)
    #expect(handle(.background, 2_400) == [.save])
    #expect(handle(.activity, 4_199) == [.save])
    #expect(handle(.terminating, 4_200) == [.save])
  }

  @Test("a change of user ends the session, at that time or at an undetected timeout")
  func reset() {
    #expect(handle(.reset, 0) == [])
    _ = handle(.activity, 0)
    let soon = EndedSession(
      session: Self.started(1, at: 0), duration: 10_000, endedAt: Self.at(10).wall, reason: .reset)
    #expect(handle(.reset, 10) == [.end(soon)])
    #expect(handle(.activity, 20) == [.start(Self.started(2, at: 20))])
    let late = EndedSession(
      session: Self.started(2, at: 20), duration: 0, endedAt: Self.at(20).wall, reason: .timeout)
    #expect(handle(.reset, 1_820) == [.end(late)])
  }

  @Test("without sessions every touch is accepted, and causes no action")
  func off() {
    machine = SessionMachine(timeout: nil, session: Self.first)
    #expect(touch(1_000_000))
    #expect(handle(.activity, 0) == [])
    #expect(handle(.reset, 0) == [])
  }

  // MARK: Over a relaunch

  /// Returns the same machine in another process, a number of seconds after the beginning of the
  /// session.
  func relaunched(
    after seconds: Int64, boot: UInt64 = 7, wallAhead: Int64 = 0, continuous: MonotonicTime? = nil
  ) -> (SessionMachine, EndedSession?) {
    let record = SessionRecord(machine, boot: 7)
    var now = Self.at(seconds, wallAhead: wallAhead)
    if let continuous { now.continuous = continuous }
    var machine = SessionMachine(record, timeout: Self.timeout, at: now, boot: boot)
    let ended = machine.endStale(at: now) { Self.id(2) }
    return (machine, ended)
  }

  @Test(
    "a relaunch within the timeout continues the session, and its duration includes the pause"
  )
  func goesOn() {
    _ = handle(.activity, 0)
    _ = handle(.activity, 600)
    var (next, ended) = relaunched(after: 1_200, wallAhead: 1_000_000)
    #expect(ended == nil)
    let actions = next.handle(.activity, at: Self.at(1_300)) { Self.id(2) }
    #expect(actions == [.save])
    #expect(SessionRecord(next, boot: 7).duration == 1_300_000)
  }

  @Test("a relaunch after the timeout ends the session at its last known activity")
  func ends() {
    _ = handle(.activity, 0)
    _ = handle(.activity, 600)
    let (next, ended) = relaunched(after: 2_400)
    #expect(
      ended
        == EndedSession(
          session: Self.started(1, at: 0), duration: 600_000, endedAt: Self.at(600).wall,
          reason: .relaunch))
    #expect(next.session.number == 2)
    #expect(!next.isOn)
  }

  @Test("after a restart of the machine the wall clock measures the pause")
  func reboot() {
    _ = handle(.activity, 0)
    _ = handle(.activity, 600)
    var (next, ended) = relaunched(after: 900, boot: 8, continuous: 30_000)
    #expect(ended == nil)
    let now = Moment(wall: Self.at(960).wall, continuous: 90_000)
    let actions = next.handle(.activity, at: now) { Self.id(2) }
    #expect(actions == [.save])
    #expect(SessionRecord(next, boot: 8).duration == 960_000)
    #expect(relaunched(after: 2_400, boot: 8, continuous: 30_000).1?.duration == 600_000)
  }

  @Test(
    "a clock set back over a restart, or a damaged record, ends the session without an overflow",
    arguments: [-86_400, Int64.min / 4_000])
  func setBack(wallAhead: Int64) {
    _ = handle(.activity, 0)
    #expect(
      relaunched(after: 900, boot: 8, wallAhead: wallAhead, continuous: 30_000).1?.reason
        == .relaunch)
    var record = SessionRecord(machine, boot: 7)
    record.lastWall = .min
    record.lastContinuous = .max
    record.duration = .max
    _ = SessionMachine(record, timeout: Self.timeout, at: Self.at(0), boot: 7)
  }

  @Test("a record whose last activity was before the boot of its clock ends the session")
  func beforeAllTime() throws {
    _ = handle(.activity, 0)
    var record = SessionRecord(machine, boot: 7)
    record.lastContinuous = .min
    var next = SessionMachine(record, timeout: Self.timeout, at: Self.at(0), boot: 7)
    #expect(next.endStale(at: Self.at(0)) { Self.id(2) }?.reason == .relaunch)
  }
}
