import CrashSupport
import Foundation
import Testing

/// A process that is terminated by a signal, and delivers before it exits.
@Suite struct TerminationSignalTests {
  func start(_ scratch: Scratch, _ options: String...) throws -> Child {
    let child = try Child(
      Workload.program,
      [
        "stay", "--directory", scratch.path + "/journal", "--requests",
        scratch.path + "/requests", "--patient", "yes",
      ] + options)
    guard child.readLine() == "ready" else { throw Workload.Failure(text: "it does not begin") }
    child.say("track 100")
    guard child.readLine() == "tracked 100" else { throw Workload.Failure(text: "no events") }
    return child
  }

  @Test(
    "waiting events are delivered, and the process dies of the signal",
    arguments: [SIGTERM, SIGINT])
  func delivered(signal: Int32) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let ending = try await Workload.onThread {
      let child = try start(scratch, "--signals", "yes")
      child.send(signal)
      return child.wait().ending
    }
    #expect(ending == .signal(signal))
    let deliveries = Deliveries(path: scratch.path + "/requests")
    #expect(deliveries.faults == [])
    #expect(deliveries.events == 100)
  }

  @Test("a second signal ends the process immediately, and the next start delivers")
  func second() async throws {
    let ended = try await Workload.onThread {
      for _ in 1...10 {
        // The events of another program in the same folder would have the same numbers.
        let scratch = try Scratch()
        if let ending = try twice(scratch) { return (scratch, ending) }
        scratch.remove()
      }
      throw Workload.Failure(text: "it sends nothing in its five seconds")
    }
    let (scratch, ending) = ended
    defer { scratch.remove() }
    #expect(ending == .signal(SIGTERM))
    let requests = scratch.path + "/requests"
    let report = try await Workload.onThread {
      try Workload.check(scratch.path + "/journal", requests: requests)
    }
    #expect(report.faults(delivered: Deliveries(path: requests).events) == [])
  }

  /// Returns how a program ends that gets a second signal while it delivers; nil when its five
  /// seconds were over before it had sent anything, as on a busy machine.
  private func twice(_ scratch: Scratch) throws -> Child.Ending? {
    let requests = scratch.path + "/requests"
    let child = try start(scratch, "--signals", "yes", "--takes", "3600000")
    child.send(SIGTERM)
    var isOver = false
    while !isOver, Deliveries(path: requests).requests == 0 {
      isOver = child.watch(milliseconds: 5)
    }
    if !isOver { child.send(SIGTERM) }
    let ending = child.wait().ending
    return isOver ? nil : ending
  }

  @Test("a process without this configuration dies immediately, and the next start delivers")
  func unasked() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let requests = scratch.path + "/requests"
    let ending = try await Workload.onThread {
      let child = try start(scratch)
      child.send(SIGTERM)
      return child.wait().ending
    }
    #expect(ending == .signal(SIGTERM))
    #expect(Deliveries(path: requests).requests == 0)
    _ = try await Workload.onThread {
      try Workload.check(scratch.path + "/journal", requests: requests)
    }
    #expect(Deliveries(path: requests).events == 100)
  }
}
