import Cairn
import Testing

/// While a host fails, one destination probes it for all.
extension DeliveryMachineTests {
  @Test("an urgent destination need not wait for a failing host")
  func urged() {
    let failed = delivering() + [(2, .postponed(after: nil, random: 900))]
    #expect(!run(failed + [(902, .tick(pending: 20))]).machine.isUrged)
    #expect(run(failed + [(3, .host(.online, pending: 20))]).machine.isUrged)
    #expect(run(failed + [(3, .flush(pending: 20))]).machine.isUrged)
    let again =
      failed + [
        (3, .host(.online, pending: 20)), (4, .postponed(after: nil, random: 900)),
        (904, .tick(pending: 20)),
      ]
    #expect(!run(again).machine.isUrged)
  }

  @Test("a flush waits for the destination that probes the host, and gets the result")
  func barredFlush() {
    let flushed = delivering() + [(2, .flush(pending: 20)), (3, .barred(until: 60_003))]
    #expect(run(flushed).actions == [.wake(at: 60_003)])
    #expect(run(flushed + [(4, .unbarred(pending: 20))]).actions == [.send])
    let failed = flushed + [(4, .unbarred(pending: 20)), (5, .postponed(after: nil, random: 0))]
    #expect(run(failed).actions.contains(.finishFlush))
  }

  @Test(
    "a barred destination waits without counting a failure, and continues when the host answers")
  func barred() {
    let barred = delivering() + [(2, .barred(until: 500))]
    #expect(run(barred).actions == [.wake(at: 500)])
    #expect(run(barred).machine.phase == .barred(until: 500))
    #expect(run(barred + [(3, .appended(pending: 40))]).actions.isEmpty)
    #expect(run(barred + [(500, .tick(pending: 40))]).actions == [.send])
    #expect(run(barred + [(4, .unbarred(pending: 40))]).actions == [.send])
    #expect(run(delivering() + [(4, .unbarred(pending: 40))]).actions.isEmpty)
    let failed = barred + [(500, .tick(pending: 40)), (501, .postponed(after: nil, random: 999))]
    #expect(run(failed).machine.phase == .backingOff(until: 501 + 999))
  }

  @Test("a lost body is sealed again immediately, and a repeatedly lost one with a back-off")
  func bodiesLost() {
    let once = run(delivering() + [(1, Input.bodyLost(random: 7))])
    #expect(once.actions == [.pack(atMost: nil)])
    let twice = run(
      delivering() + [
        (1, .bodyLost(random: 7)), (1, .sealed(isCut: false)), (2, .bodyLost(random: 500)),
      ])
    #expect(twice.machine.phase == .backingOff(until: 2 + 500))
  }
}
