import Cairn
import Testing

/// Every decision of delivery, as tables, without clock, network or tasks.
@Suite struct DeliveryMachineTests {
  typealias Input = DeliveryMachine.Input
  typealias Action = DeliveryMachine.Action

  /// Returns a machine with thresholds of twenty events or thirty seconds; times are in
  /// milliseconds.
  func machine() -> DeliveryMachine {
    DeliveryMachine(flushAt: 20, flushInterval: 30_000, retry: RetryPolicy())
  }

  /// Passes inputs at given times, and returns the result of the last one.
  func run(_ steps: [(MonotonicTime, Input)]) -> (actions: [Action], machine: DeliveryMachine) {
    var machine = machine()
    var actions: [Action] = []
    for (time, input) in steps { actions = machine.handle(input, at: time) }
    return (actions, machine)
  }

  let started: (MonotonicTime, Input) = (0, .started(DeliveryMachine.Leftover(), pending: 0))

  func sealed(
    attempts: Int, notBefore: MonotonicTime = 0, reason: DeliveryMachine.PauseReason = .backOff
  ) -> Input {
    var left = DeliveryMachine.Leftover()
    left.hasSealedBatch = true
    left.attempts = attempts
    left.notBefore = notBefore
    left.reason = reason
    return .started(left, pending: 3)
  }

  @Test(
    "a start sends events of earlier launches at once, unless the destination requested a pause"
  )
  func start() {
    #expect(run([started]).actions == [.arm(at: 1)])
    let left = run([(0, .started(DeliveryMachine.Leftover(), pending: 3))])
    #expect(left.actions == [.pack(atMost: nil)])
    #expect(run([(0, sealed(attempts: 2))]).actions == [.send])
    let paused = run([(0, sealed(attempts: 2, notBefore: 500))])
    #expect(paused.actions == [.wake(at: 500)])
    #expect(paused.machine.phase == .backingOff(until: 500))
    let halted = run([(0, sealed(attempts: 2, notBefore: 500, reason: .halted))])
    #expect(halted.machine.phase == .halted(until: 500))
  }

  @Test(
    "earlier events gather with new ones if configured, but a sealed batch is sent at once"
  )
  func gathersAtStart() {
    func actions(_ input: DeliveryMachine.Input) -> [DeliveryMachine.Action] {
      var machine = DeliveryMachine(
        flushAt: 10, flushInterval: 2_000, retry: RetryPolicy(), deliversAtStart: false)
      return machine.handle(input, at: 100)
    }
    let left = DeliveryMachine.Leftover()
    #expect(actions(.started(left, pending: 0)) == [.arm(at: 1)])
    #expect(actions(.started(left, pending: 9)) == [.wake(at: 2_100), .arm(at: 10)])
    #expect(actions(.started(left, pending: 10)) == [.pack(atMost: nil)])
    #expect(actions(sealed(attempts: 2)) == [.send])
  }

  @Test("the first event begins the interval, and later ones do not prolong it")
  func interval() {
    let first = run([started, (100, .appended(pending: 1))])
    #expect(first.actions == [.wake(at: 30_100), .arm(at: 20)])
    let second = run([started, (100, .appended(pending: 1)), (200, .appended(pending: 2))])
    #expect(second.actions == [.wake(at: 30_100), .arm(at: 20)])
    let early = run([started, (100, .appended(pending: 1)), (30_000, .tick(pending: 1))])
    #expect(early.actions == [.wake(at: 30_100)])
    let due = run([started, (100, .appended(pending: 1)), (30_100, .tick(pending: 1))])
    #expect(due.actions == [.pack(atMost: nil)])
  }

  @Test("twenty events are sent at once, and nothing begins while a batch is in flight")
  func count() {
    let due = run([started, (100, .appended(pending: 20))])
    #expect(due.actions == [.pack(atMost: nil)])
    let busy = run([started, (100, .appended(pending: 20)), (101, .appended(pending: 40))])
    #expect(busy.actions.isEmpty)
    let tick = run([started, (100, .appended(pending: 20)), (101, .tick(pending: 40))])
    #expect(tick.actions.isEmpty)
  }

  func delivering(_ isCut: Bool = false) -> [(MonotonicTime, Input)] {
    [started, (0, .appended(pending: 20)), (1, .sealed(isCut: isCut))]
  }

  @Test("after a delivery the machine rests, gathers, or continues if there is more than one batch")
  func delivered() {
    let done = run(delivering() + [(2, .delivered(settled: 20, pending: 0))])
    #expect(done.actions == [.arm(at: 1)])
    let few = run(delivering() + [(2, .delivered(settled: 20, pending: 3))])
    #expect(few.actions == [.wake(at: 30_002), .arm(at: 20)])
    let many = run(delivering() + [(2, .delivered(settled: 20, pending: 20))])
    #expect(many.actions == [.pack(atMost: nil)])
    let cut = run(delivering(true) + [(2, .delivered(settled: 20, pending: 3))])
    #expect(cut.actions == [.pack(atMost: nil)])
  }

  @Test(
    "a failure is repeated after a time chosen below a bound that doubles",
    arguments: [(1, 1_000), (2, 2_000), (3, 4_000), (9, 256_000), (10, 300_000), (60, 300_000)])
  func backOff(failures: Int, bound: Int64) {
    for random in [0, 1, 77, UInt64.max] {
      var machine = machine()
      _ = machine.handle(sealed(attempts: failures - 1), at: 0)
      let actions = machine.handle(.postponed(after: nil, random: random), at: 50)
      let wait = Int64(random % UInt64(bound + 1))
      let until = MonotonicTime(milliseconds: 50 + wait)
      #expect(
        actions == [
          .remember(attempts: failures, until: until, reason: .backOff), .wake(at: until),
        ])
      #expect(machine.handle(.tick(pending: 5), at: until) == [.send])
    }
  }

  @Test("a pause that the server requests is respected, up to a day, and the jitter is added")
  func retryAfter() {
    let asked = run(delivering() + [(0, .postponed(after: 60_000, random: 0))])
    #expect(asked.machine.phase == .backingOff(until: 60_000))
    let capped = run(delivering() + [(0, .postponed(after: 86_400_001, random: 999))])
    #expect(capped.machine.phase == .backingOff(until: 86_400_999))
  }

  @Test("devices that have failed often and get the same time do not return together")
  func spread() {
    let randoms = (0..<1_000).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
    let waits = randoms.map {
      RetryPolicy().wait(afterFailures: 12, asked: 60_000, random: $0)
    }
    let seconds = Dictionary(grouping: waits) { $0.count / 1_000 }
    #expect(waits.allSatisfy { (60_000...360_000).contains($0) })
    // About 3 per second are expected.
    #expect(seconds.values.allSatisfy { $0.count < 20 })
  }

  @Test("events that arrive during a back-off wait for its end; success ends it")
  func patience() {
    let steps = delivering() + [(2, .postponed(after: nil, random: 500))]
    #expect(run(steps + [(3, .appended(pending: 99))]).actions.isEmpty)
    let resent = steps + [(502, .tick(pending: 99))]
    #expect(run(resent).actions == [.send])
    let again =
      resent + [
        (503, .delivered(settled: 20, pending: 79)), (504, .sealed(isCut: false)),
        (505, .postponed(after: nil, random: 999)),
      ]
    #expect(run(again).machine.phase == .backingOff(until: 505 + 999))
  }

  @Test("without jitter the wait is the limit itself, or exactly the time that the server requests")
  func noJitter() {
    let retry = RetryPolicy(jitter: .none)
    let waits = (1...4).map { retry.wait(afterFailures: $0, asked: nil, random: 12_345) }
    #expect(waits == [1_000, 2_000, 4_000, 8_000])
    #expect(retry.wait(afterFailures: 1, asked: 7_000, random: 12_345) == 7_000)
    #expect(retry.wait(afterFailures: 1, asked: -7, random: 12_345) == 0)
  }

  @Test(
    "the end of a round of attempts keeps the batch, and the next trigger begins another round",
    arguments: [Input.appended(pending: 40), .tick(pending: 20), .flush(pending: 20)])
  func rounds(reason: Input) {
    let retry = RetryPolicy(jitter: .none, maximumAttempts: 4)
    var machine = DeliveryMachine(flushAt: 20, flushInterval: 30_000, retry: retry)
    _ = machine.handle(.started(DeliveryMachine.Leftover(), pending: 20), at: 0)
    _ = machine.handle(.sealed(isCut: false), at: 0)
    var now: MonotonicTime = 0
    for (number, wait) in [1_000, 2_000, 4_000].enumerated() {
      let until = now + Milliseconds(Int64(wait))
      let actions = machine.handle(.postponed(after: nil, random: 5), at: now)
      #expect(
        actions == [
          .remember(attempts: number + 1, until: until, reason: .backOff), .wake(at: until),
        ])
      now = until
      #expect(machine.handle(.tick(pending: 20), at: now) == [.send])
    }
    let ended = machine.handle(.postponed(after: nil, random: 5), at: now)
    #expect(
      ended == [
        .remember(attempts: 4, until: now, reason: .backOff), .wake(at: now + 30_000),
        .armAfter(20),
      ])
    #expect(machine.phase == .exhausted(until: now + 30_000))
    #expect(machine.handle(reason, at: now + 30_000) == [.send])
    let next = machine.handle(.postponed(after: nil, random: 5), at: now + 30_000)
    #expect(next.first == .remember(attempts: 5, until: now + 31_000, reason: .backOff))
    #expect(
      machine.handle(.delivered(settled: 20, pending: 0), at: now + 31_000) == [.arm(at: 1)])
  }

  @Test("a round continues after a launch")
  func roundsAcrossLaunches() {
    let retry = RetryPolicy(jitter: .none, maximumAttempts: 4)
    var machine = DeliveryMachine(flushAt: 20, flushInterval: 30_000, retry: retry)
    _ = machine.handle(sealed(attempts: 6), at: 0)
    _ = machine.handle(.postponed(after: nil, random: 5), at: 0)
    #expect(machine.phase == .backingOff(until: 4_000))
    _ = machine.handle(.tick(pending: 3), at: 4_000)
    _ = machine.handle(.postponed(after: nil, random: 5), at: 4_000)
    #expect(machine.phase == .exhausted(until: 34_000))
  }

  @Test("without a network nothing is tried; as soon as there is one, waiting events are sent")
  func offline() {
    let gone = [started, (0, .host(.offline, pending: 0)), (1, .appended(pending: 3))]
    #expect(run(gone).machine.phase == .gathering(until: 30_001))
    let due = gone + [(30_001, .tick(pending: 3))]
    #expect(run(due).machine.phase == .offline)
    #expect(run(due).actions.isEmpty)
    #expect(run(due + [(30_002, .flush(pending: 3))]).actions == [.finishFlush])
    let back = due + [(90_000, .host(.online, pending: 5))]
    #expect(run(back).actions == [.pack(atMost: nil)])
  }

  @Test(
    "the network, the foreground and the background shorten a back-off but not a requested pause")
  func signals() {
    for signal in [HostSignal.online, .foreground, .background] {
      let failed = delivering() + [(2, .postponed(after: nil, random: 900))]
      #expect(run(failed + [(3, .host(signal, pending: 20))]).actions == [.send])
      let asked = delivering() + [(2, .postponed(after: 9_000, random: 0))]
      let waits = run(asked + [(3, .host(signal, pending: 20))]).actions
      #expect(waits.filter { $0 != .finishFlush } == [.wake(at: 9_002)])
      #expect(run(delivering() + [(2, .host(signal, pending: 20))]).actions.isEmpty)
      let halted = delivering() + [(2, .halted)]
      let rests = run(halted + [(3, .host(signal, pending: 20))]).actions
      #expect(rests.filter { $0 != .finishFlush }.isEmpty)
    }
  }

  @Test("in the background waiting events are delivered completely, or until an attempt fails")
  func background() {
    let leaving = [started, (1, .appended(pending: 3)), (2, .host(.background, pending: 3))]
    #expect(run(leaving).actions == [.pack(atMost: nil)])
    let sent = leaving + [(2, Input.sealed(isCut: false))]
    let more = sent + [(3, Input.delivered(settled: 2, pending: 1))]
    #expect(run(more).actions == [.pack(atMost: nil)])
    let ends: [Input] = [
      .delivered(settled: 3, pending: 0), .postponed(after: nil, random: 1), .halted,
      .postponed(after: 9_000, random: 1), .occupied(after: 5), .failed(random: 1), .close,
    ]
    for end in ends { #expect(run(sent + [(3, end)]).actions.contains(.finishFlush)) }
  }

  @Test("a caller that waits in the background is notified immediately where nothing is tried")
  func backgroundWithoutDelivery() {
    let states: [[(MonotonicTime, Input)]] = [
      [started], [started, (0, .host(.offline, pending: 3))],
      delivering() + [(2, .postponed(after: 9_000, random: 0))], delivering() + [(2, .halted)],
      [started, (1, .close)],
    ]
    for (index, steps) in states.enumerated() {
      let pending = index == 0 ? 0 : 3
      let actions = run(steps + [(3, .host(.background, pending: pending))]).actions
      #expect(actions.contains(.finishFlush), "\(index)")
    }
  }

  @Test("while the device saves power, events gather for five minutes")
  func lowPower() {
    let saving = [started, (0, .host(.lowPower(true), pending: 0)), (1, .appended(pending: 3))]
    #expect(run(saving).machine.phase == .gathering(until: 300_001))
    #expect(run(saving + [(2, .appended(pending: 20))]).actions == [.pack(atMost: nil)])
    let ended = saving + [(10, Input.host(.lowPower(false), pending: 3))]
    #expect(run(ended).actions == [.wake(at: 30_010)])
    #expect(run(ended).machine.phase == .gathering(until: 30_010))
    let begun = [started, (1, .appended(pending: 3)), (2, .host(.lowPower(true), pending: 3))]
    #expect(run(begun).machine.phase == .gathering(until: 30_001))
    #expect(run(begun).actions.isEmpty)
  }

  @Test("Low Data Mode has the effect of low power mode, and the usual interval returns after both")
  func lowData() {
    let saving = [started, (0, .host(.lowData(true), pending: 0)), (1, .appended(pending: 3))]
    #expect(run(saving).machine.phase == .gathering(until: 300_001))
    let both = saving + [(5, Input.host(.lowPower(true), pending: 3))]
    let one = both + [(10, Input.host(.lowData(false), pending: 3))]
    #expect(run(one).machine.phase == .gathering(until: 300_001))
    let none = one + [(20, Input.host(.lowPower(false), pending: 3))]
    #expect(run(none).machine.phase == .gathering(until: 30_020))
  }

  @Test("information about the device begins no delivery")
  func saidOnly() {
    for signal in [
      HostSignal.network(.wifi), .suspending, .terminating, .lowPower(true), .lowData(true),
    ] {
      let waiting = [started, (1, .appended(pending: 3)), (2, .host(signal, pending: 3))]
      #expect(run(waiting).actions.isEmpty)
      #expect(run(waiting).machine.phase == .gathering(until: 30_001))
    }
  }

  @Test("a flush that fails does not shorten a pause that the server requested before")
  func urgedAttempt() {
    let asked = delivering() + [(2, .postponed(after: 9_000, random: 0))]
    let urged = asked + [(3, .flush(pending: 20))]
    let ends: [Input] = [
      .postponed(after: nil, random: 0), .occupied(after: 5), .failed(random: 0),
    ]
    for end in ends {
      #expect(run(urged + [(4, end)]).machine.phase == .backingOff(until: 9_002))
      #expect(run(urged + [(4, end), (5, .unbarred(pending: 20))]).actions.isEmpty)
    }
    let newer = urged + [(4, .postponed(after: 1_000, random: 0))]
    #expect(run(newer).machine.phase == .backingOff(until: 1_004))
    let other = urged + [(4, .partlyDelivered(settled: 3, random: 7))]
    #expect(run(other).machine.phase == .backingOff(until: 4 + 7))
  }

  @Test(
    "a flush without a network does not turn a halt into a wait for the network")
  func haltedOffline() {
    let halted = delivering() + [(0, .halted), (1, .host(.offline, pending: 20))]
    let flushed = halted + [(2, .flush(pending: 20))]
    #expect(run(flushed).actions == [.finishFlush])
    #expect(run(flushed).machine.phase == .halted(until: 300_000))
    #expect(run(flushed + [(3, .host(.online, pending: 20))]).actions.isEmpty)
  }

  @Test("after a launch the network shortens a back-off, and not a requested pause")
  func signalsAfterLaunch() {
    for signal in [HostSignal.online, .foreground] {
      let own: [(MonotonicTime, Input)] = [
        (0, sealed(attempts: 2, notBefore: 500)), (1, .host(signal, pending: 3)),
      ]
      #expect(run(own).actions == [.send])
      let asked: [(MonotonicTime, Input)] = [
        (0, sealed(attempts: 2, notBefore: 500, reason: .asked)), (1, .host(signal, pending: 3)),
      ]
      #expect(run(asked).actions == [.wake(at: 500)])
    }
  }

  @Test("a halted destination keeps its queue and is retried slowly")
  func halted() {
    let halted = run(delivering() + [(0, .halted)])
    #expect(halted.machine.phase == .halted(until: 300_000))
    #expect(run(delivering() + [(0, .halted), (1, .appended(pending: 30))]).actions.isEmpty)
    #expect(run(delivering() + [(0, .halted), (300_000, .tick(pending: 30))]).actions == [.send])
  }

  @Test("a flush tries at once, and ends when its events are settled or an attempt failed")
  func flush() {
    #expect(run([started, (1, .flush(pending: 0))]).actions == [.finishFlush, .arm(at: 1)])
    #expect(run([started, (1, .flush(pending: 2))]).actions == [.pack(atMost: nil)])
    let backingOff = delivering() + [(2, .postponed(after: 9_000, random: 0))]
    #expect(run(backingOff + [(3, .flush(pending: 20))]).actions == [.send])
    let failed = run(
      backingOff + [(3, .flush(pending: 20)), (4, .postponed(after: 5, random: 0))])
    #expect(failed.actions.contains(.finishFlush))
    let newer = run(
      [started, (1, .flush(pending: 2)), (2, .sealed(isCut: false))]
        + [(3, .delivered(settled: 2, pending: 1))])
    #expect(newer.actions == [.finishFlush, .wake(at: 30_003), .arm(at: 20)])
  }

  @Test("a stopped machine does nothing, and lets no caller wait")
  func close() {
    let closed = delivering() + [(2, .close)]
    #expect(run(closed).actions == [.finishFlush])
    #expect(run(closed + [(3, .delivered(settled: 20, pending: 4))]).actions.isEmpty)
    #expect(run(closed + [(3, .flush(pending: 4))]).actions == [.finishFlush])
  }
}
