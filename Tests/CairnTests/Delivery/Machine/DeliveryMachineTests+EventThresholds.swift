import Cairn
import Testing

extension DeliveryMachineTests {
  @Test("a threshold that fired without events is armed again, gathering or at rest")
  func bellForNothing() {
    #expect(run([started, (5, .appended(pending: 0))]).actions == [.arm(at: 1)])
    let gathering = run([started, (5, .appended(pending: 2)), (9, .appended(pending: 0))])
    #expect(gathering.actions == [.wake(at: 30_005), .arm(at: 20)])
  }

  @Test("while the permission to deliver is unknown, it checks again by itself")
  func unsure() {
    let begun: [(MonotonicTime, Input)] = [started, (5, .flush(pending: 2))]
    let unsure = run(begun + [(6, .unsure(after: 5_000))])
    #expect(unsure.actions == [.finishFlush, .wake(at: 5_006)])
    #expect(unsure.machine.phase == .withheld)
    #expect(unsure.machine.nextAttempt == 5_006)
    let again = run(begun + [(6, .unsure(after: 5_000)), (5_006, .tick(pending: 2))])
    #expect(again.actions == [.pack(atMost: nil)])
    // A denial by the user is not retried.
    let withheld = run(
      begun + [(6, .unsure(after: 5_000)), (5_006, .tick(pending: 2)), (5_007, .withheld)])
    #expect(withheld.actions == [])
    #expect(withheld.machine.nextAttempt == nil)
  }

  @Test("a further check is not earlier than the server requested")
  func unsureAndAsked() {
    let asked = run([
      started, (5, .flush(pending: 2)), (6, .sealed(isCut: false)),
      (7, .postponed(after: 60_000, random: 0)), (8, .permitted(false, pending: 2)),
      (9, .unsure(after: 5_000)), (5_009, .tick(pending: 2)),
    ])
    #expect(asked.machine.phase == .backingOff(until: 60_007))
    #expect(asked.actions == [.wake(at: 60_007)])
  }
}
