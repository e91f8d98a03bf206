import Cairn
import Testing

/// A schedule that changes while events wait.
@Suite struct ScheduleChangeTests {
  /// Returns a machine in which five events have waited since 100 ms, with thresholds of twenty
  /// events or thirty seconds.
  func gathering() -> DeliveryMachine {
    var machine = DeliveryMachine(flushAt: 20, flushInterval: 30_000, retry: RetryPolicy())
    _ = machine.handle(.started(DeliveryMachine.Leftover(), pending: 0), at: 0)
    _ = machine.handle(.appended(pending: 5), at: 100)
    return machine
  }

  static let rows: [(count: Int, interval: Milliseconds, leads: [DeliveryMachine.Action])] = [
    (5, 30_000, [.pack(atMost: nil)]),
    (6, 30_000, [.wake(at: 30_100), .arm(at: 6)]),
    (20, 1_000, [.wake(at: 1_200), .arm(at: 20)]),
    (100, 80_000, [.wake(at: 30_100), .arm(at: 100)]),
  ]

  @Test(
    "waiting events are sent at the earlier time of the old and the new schedule", arguments: rows)
  func waiting(count: Int, interval: Milliseconds, leads: [DeliveryMachine.Action]) {
    var machine = gathering()
    let actions = machine.handle(
      .rescheduled(flushAt: count, flushInterval: interval, pending: 5), at: 200)
    #expect(actions == leads)
  }

  @Test("events after a change of the schedule use the new one")
  func next() {
    var machine = DeliveryMachine(flushAt: 20, flushInterval: 30_000, retry: RetryPolicy())
    _ = machine.handle(.started(DeliveryMachine.Leftover(), pending: 0), at: 0)
    #expect(machine.handle(.rescheduled(flushAt: 3, flushInterval: 500, pending: 0), at: 50) == [])
    #expect(machine.handle(.appended(pending: 1), at: 100) == [.wake(at: 600), .arm(at: 3)])
    #expect(machine.handle(.appended(pending: 3), at: 200) == [.pack(atMost: nil)])
  }

  @Test("a change of the schedule does not change a pause, a delivery or the end")
  func elsewhere() {
    let steps: [[DeliveryMachine.Input]] = [
      [.appended(pending: 20), .sealed(isCut: false)], [.flush(pending: 5), .halted],
      [.flush(pending: 5), .postponed(after: 9_000, random: 0)], [.close],
    ]
    for inputs in steps {
      var machine = gathering()
      for input in inputs { _ = machine.handle(input, at: 200) }
      let phase = machine.phase
      #expect(
        machine.handle(.rescheduled(flushAt: 1, flushInterval: 10, pending: 9), at: 300) == [])
      #expect(machine.phase == phase)
    }
  }
}
