import CrashSupport
import Foundation
import Testing

/// A real process on whose system every `flock` reports that locks are not supported.
@Suite struct NoLocksTests {
  @Test(
    "a process on a volume without locks stores and delivers everything",
    .enabled(if: Strace.isDue, "\(Strace.obstacle ?? "")"),
    arguments: ["ENOLCK", "EOPNOTSUPP"])
  func delivers(error: String) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let paths = SeveralProcessesTests.Paths(scratch)
    let ending = try await Workload.onThread {
      let child = try paths.write(1, "--threads", "2", "--events", "50")
      let strace = try Strace.attach(
        to: child.pid, SystemFault(call: "flock", error: error, when: .from(1)).injection)
      child.say("go")
      // It prints at its end.
      if !child.watch(milliseconds: Child.hangLimit) { child.send(SIGKILL) }
      let ending = child.wait().ending
      strace.wait()
      return ending
    }
    #expect(ending == .exit(0))
    let deliveries = Deliveries(path: paths.requests)
    #expect(Acknowledgements(path: paths.acks(1)).stored.count == 100)
    #expect(deliveries.faults == [])
    #expect(deliveries.events == 100)
    #expect(deliveries.repeated == 0)
  }
}
