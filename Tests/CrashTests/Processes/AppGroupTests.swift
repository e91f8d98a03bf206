import Cairn
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// P1, P4, P5 in an app group: three processes stand in for an app, a widget and a share extension,
/// with the rule of iOS that no lock is held on a file.
@Suite struct AppGroupTests {
  static let rounds = 12

  @Test("events of an app and its extensions that are killed at any time arrive once")
  func killed() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let paths = SeveralProcessesTests.Paths(scratch)
    let chance = SeededRandomness(seed: SystemRandomness().next())
    let report = try await Workload.onThread {
      for round in 0..<Self.rounds {
        let children = [
          try paths.write(3 * round + 1, "--group", "app", "--takes", "3"),
          try paths.write(3 * round + 2, "--group", "widget", "--takes", "3"),
          try paths.write(
            3 * round + 3, "--group", "share", "--takes", "3", "--flush-every", "40"),
        ]
        for child in children { child.say("go") }
        for child in children {
          child.watch(milliseconds: Int32(truncatingIfNeeded: chance.next() % 60))
          child.send(SIGKILL)
        }
        for child in children { child.wait() }
      }
      // The lease of an extension that was killed while it delivered ends by itself.
      for _ in 1...100 {
        let report = try Workload.check(
          paths.directory, requests: paths.requests, "--group", "app")
        if !report.isBusy { return report }
      }
      return try Workload.check(paths.directory, requests: paths.requests, "--group", "app")
    }
    let deliveries = Deliveries(path: paths.requests)
    #expect(deliveries.faults + report.faults(delivered: deliveries.events) == [])
    var stored = 0
    for run in 1...3 * Self.rounds {
      let acknowledged = Acknowledgements(path: paths.acks(run)).stored
      stored += acknowledged.count
      let lost = acknowledged.filter { !deliveries.contains($0) }
      #expect(lost.isEmpty, "run \(run)")
    }
    #expect(stored > 100)
  }

  @Test("processes that end in order deliver everything once, and none waits for a lease to end")
  func together() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let paths = SeveralProcessesTests.Paths(scratch)
    let endings = try await Workload.onThread {
      let children = try ["app", "widget", "share"].enumerated().map { place, group in
        try paths.write(
          place + 1, "--group", group, "--events", "250", "--takes", "1", "--flush-every", "100")
      }
      for child in children { child.say("go") }
      return children.map { $0.wait().ending }
    }
    #expect(endings == [.exit(0), .exit(0), .exit(0)])
    let report = try await Workload.onThread {
      try Workload.check(paths.directory, requests: paths.requests, "--group", "app")
    }
    let deliveries = Deliveries(path: paths.requests)
    #expect(deliveries.faults + report.faults(delivered: deliveries.events) == [])
    #expect(deliveries.events == 3 * 4 * 250)
    #expect(deliveries.numbers.values.allSatisfy { $0 == Array(1...250) })
  }
}
