import CrashSupport
import Foundation
import Testing

/// P9, I9, I10: processes that share a folder, and each of its destinations.
@Suite struct SeveralProcessesTests {
  @Test("two processes deliver to three destinations from one folder, and every event arrives once")
  func shared() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let paths = Paths(scratch)
    let endings = try await Workload.onThread {
      let children = try (1...2).map { run in
        try paths.write(run, "--events", "250", "--destinations", "3", "--takes", "3")
      }
      for child in children { child.say("go") }
      return children.map { $0.wait().ending }
    }
    #expect(endings == [.exit(0), .exit(0)])
    let report = try await Workload.onThread {
      try Workload.check(paths.directory, requests: paths.requests, "--destinations", "3")
    }
    for place in 0..<3 {
      let deliveries = Deliveries(path: paths.requests + (place == 0 ? "" : ".\(place + 1)"))
      let faults = deliveries.faults + report.faults(delivered: deliveries.events, to: place)
      #expect(faults == [])
      #expect(deliveries.repeated == 0)
      #expect(deliveries.events == 2 * 4 * 250)
      #expect(deliveries.numbers.values.allSatisfy { $0 == Array(1...250) })
    }
  }

  @Test("while one process delivers no other does; when it is killed the next one continues")
  func killedWhileDelivering() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let paths = Paths(scratch)
    let (before, after) = try await Workload.onThread {
      let child = try paths.write(1, "--events", "100", "--takes", "500")
      child.say("go")
      paths.waitForRequest(child)
      let before = try Workload.check(paths.directory, requests: paths.requests)
      child.send(SIGKILL)
      child.wait()
      return (before, try Workload.check(paths.directory, requests: paths.requests))
    }
    #expect(before.isBusy)
    let deliveries = Deliveries(path: paths.requests)
    #expect(deliveries.faults + after.faults(delivered: deliveries.events) == [])
    #expect(deliveries.repeated <= 1)
    let stored = Acknowledgements(path: paths.acks(1)).stored
    #expect(stored.count >= 20)
    #expect(stored.allSatisfy(deliveries.contains))
  }

  /// The paths of a test.
  struct Paths {
    let directory: String
    let requests: String
    private let scratch: String

    init(_ scratch: Scratch) {
      self.scratch = scratch.path
      directory = scratch.path + "/journal"
      requests = scratch.path + "/requests"
    }

    func acks(_ run: Int) -> String { "\(scratch)/acks-\(run)" }

    /// Starts a process that waits for a command.
    func write(_ run: Int, _ options: String...) throws -> Child {
      let child = try Child(
        Workload.program,
        [
          "write", "--directory", directory, "--acks", acks(run), "--requests", requests,
          "--run", "\(run)", "--sync", "never", "--segment-bytes", "16384", "--waits", "yes",
        ] + options)
      guard child.readLine() == "ready" else { throw Workload.Failure(text: "it does not begin") }
      return child
    }

    /// Returns when a request has arrived and its response is in progress.
    func waitForRequest(_ child: Child) {
      for _ in 0..<2_000 {
        if Deliveries(path: requests).requests > 0 { return }
        child.watch(milliseconds: 5)
      }
    }
  }
}
