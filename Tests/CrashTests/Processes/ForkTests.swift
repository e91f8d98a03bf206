import CrashSupport
import Foundation
import Testing

/// P1: both processes after a fork continue to record, and no event of either is lost.
@Suite struct ForkTests {
  /// The acknowledgements and the deliveries.
  struct Result: Sendable {
    var ending: Child.Ending
    var output: String
    var deliveries: Deliveries
    var promised: [Int: Int]
    var missing: Int
    /// The random bits of each event's identifier.
    var draws: [String]
  }

  func run(children: Int, _ options: [String]) async throws -> Result {
    let scratch = try Scratch()
    defer { scratch.remove() }
    return try await Workload.onThread {
      let requests = scratch.path + "/requests"
      let child = try Child(
        Workload.program,
        [
          "fork", "--directory", scratch.path + "/journal", "--acks", scratch.path + "/acks",
          "--requests", requests, "--children", "\(children)", "--segment-bytes", "16384",
        ] + options)
      // It prints at its end; a hanging process is killed.
      if !child.watch(milliseconds: Child.hangLimit) { child.send(SIGKILL) }
      let (ending, output) = child.wait()
      _ = try Workload.check(scratch.path + "/journal", requests: requests)
      let deliveries = Deliveries(path: requests)
      var promised: [Int: Int] = [:]
      var missing = 0
      for run in 1...children + 1 {
        let stored = Acknowledgements(path: scratch.path + "/acks-\(run)").stored
        promised[run] = stored.count
        missing += stored.count { !deliveries.contains($0) }
      }
      return Result(
        ending: ending, output: output, deliveries: deliveries, promised: promised,
        missing: missing,
        draws: try String(contentsOfFile: scratch.path + "/acks-identifiers", encoding: .utf8)
          .split(separator: "\n").map { String($0.suffix(17)) })
    }
  }

  @Test(
    "parent and child record at the same time, and every event of both arrives once",
    arguments: ["never", "0.05", "every"])
  func both(sync: String) async throws {
    let events = sync == "every" ? 100 : 1_000
    let result = try await run(children: 1, ["--sync", sync, "--events", "\(events)"])
    #expect(result.ending == .exit(0))
    #expect(result.output == "done\n")
    #expect(result.promised == [1: 3 * events + 1, 2: events])
    #expect(result.missing == 0)
    #expect(result.deliveries.faults == [])
    #expect(result.deliveries.repeated == 0)
    #expect(result.deliveries.events == 4 * events + 1)
    #expect(Set(result.draws).count == 4 * events + 1)
  }

  @Test("many children, forked while other threads record, neither hang nor lose anything")
  func manyChildren() async throws {
    let result = try await run(children: 24, ["--sync", "0.05", "--events", "200"])
    #expect(result.ending == .exit(0))
    #expect(result.output == "done\n")
    let wanted: Int = 27 * 200 + 1
    let promised: Int = result.promised.values.reduce(0, +)
    #expect(promised == wanted)
    #expect(result.missing == 0)
    #expect(result.deliveries.faults == [])
    #expect(result.deliveries.events == wanted)
  }

  @Test("children record while the parent's threads hold the locks of Swift's runtime")
  func runtimeLocks() async throws {
    let result = try await run(
      children: 100, ["--sync", "0.05", "--events", "20", "--types", "yes"])
    #expect(result.ending == .exit(0))
    #expect(result.output == "done\n")
    #expect(result.missing == 0)
    #expect(result.deliveries.events == 103 * 20 + 1)
  }

  @Test("children of a process without a folder do not hang, and the parent's events arrive")
  func inMemory() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data().write(to: URL(fileURLWithPath: scratch.path + "/file"))
    let (ending, output, missing) = try await Workload.onThread {
      let requests = scratch.path + "/requests"
      let child = try Child(
        Workload.program,
        [
          "fork", "--directory", scratch.path + "/file/journal", "--acks", scratch.path + "/acks",
          "--requests", requests, "--children", "24", "--events", "200",
        ])
      if !child.watch(milliseconds: Child.hangLimit) { child.send(SIGKILL) }
      let (ending, output) = child.wait()
      let deliveries = Deliveries(path: requests)
      let stored = Acknowledgements(path: scratch.path + "/acks-1").stored
      return (ending, output, stored.count { !deliveries.contains($0) })
    }
    #expect(ending == .exit(0))
    #expect(output.hasSuffix("done\n"), "\(output)")
    #expect(missing == 0)
  }

  @Test(
    "a continuing child keeps no lock of its parent; others can deliver and remove segments"
  )
  func livingChild() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let (report, deliveries, stored) = try await Workload.onThread {
      let requests = scratch.path + "/requests"
      let child = try Child(
        Workload.program,
        [
          "fork", "--directory", scratch.path + "/journal", "--acks", scratch.path + "/acks",
          "--requests", requests, "--events", "50", "--stays", "yes", "--takes",
          "1000",
        ])
      guard child.watch(milliseconds: Child.hangLimit), child.readLine() == "done" else {
        child.send(SIGKILL)
        throw Workload.Failure(text: "it does not get done")
      }
      // The parent has closed its instance; its child continues.
      child.say("go")
      guard child.watch(milliseconds: Child.hangLimit), child.readLine() == "recorded" else {
        child.send(SIGKILL)
        throw Workload.Failure(text: "its child does not record")
      }
      let acks = (1...2).map { scratch.path + "/acks-\($0)" }
      let report = try Workload.check(scratch.path + "/journal", requests: requests)
      child.wait()
      return (report, Deliveries(path: requests), acks.map { Acknowledgements(path: $0).stored })
    }
    #expect(!report.isBusy)
    #expect(deliveries.faults == [])
    #expect(stored.map(\.count) == [151, 50])
    #expect(stored.joined().allSatisfy(deliveries.contains))
  }

  @Test("a standard error without a reader does not end the process")
  func closedLog() async throws {
    let (ending, output) = try await Workload.onThread {
      try Child(Workload.program, ["complain"]).wait()
    }
    #expect(ending == .exit(0))
    #expect(output == "alive\n")
  }
}
