import CairnTesting
import CrashSupport
import Foundation
import Testing

/// A process that is restarted each time it dies, and dies each time it sends.
///
/// Real processes on a real folder, which the response itself or SIGKILL kills.
@Suite struct DeathInFlightTests {
  /// The first pause in seconds, which doubles with each death.
  static let firstPause = 0.25

  private func start(_ scratch: Scratch, _ options: [String]) throws -> Child {
    let child = try Child(
      Workload.program,
      [
        "stay", "--directory", scratch.path + "/journal", "--first-pause", "\(Self.firstPause)",
        "--log", scratch.path + "/log",
      ] + options, errors: scratch.path + "/errors")
    guard child.readLine() == "ready" else { throw Workload.Failure(text: "it does not begin") }
    return child
  }

  /// Returns the number of log lines with this code.
  private func said(_ code: String, _ scratch: Scratch) -> Int {
    let log = (try? String(contentsOfFile: scratch.path + "/log", encoding: .utf8)) ?? ""
    return log.split(separator: "\n").filter { $0 == code }.count
  }

  /// Returns the seconds that each process lived until it sent a request.
  private func lives(_ runs: Int, _ run: (_ number: Int) throws -> Void) rethrows -> [Double] {
    try (0..<runs).map { number in
      let began = DispatchTime.now().uptimeNanoseconds
      try run(number)
      return Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9
    }
  }

  /// Returns the runs that were too short.
  ///
  /// The pauses are lower bounds: a busy machine adds to them.
  private func tooShort(_ lives: [Double]) -> [Int] {
    lives.indices.filter { $0 > 0 && lives[$0] < Self.firstPause * pow(2, Double($0 - 1)) }
  }

  #if os(Linux)
  @Test(
    "a response that is truncated in its head ends the process, which happens more and more rarely")
  func deadlyAnswer() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let runs = 5
    let deadly = [RawServer.Answer](repeating: .bytes("HTTP/1.1 200 OK\r\n"), count: runs)
    let server = try #require(RawServer(deadly + [.status(200)]))
    let options = ["--endpoint", "http://127.0.0.1:\(server.port)/v1/batch"]
    let (lives, endings, last) = try await Workload.onThread {
      var endings: [Child.Ending] = []
      let lives = try self.lives(runs) { number in
        let child = try start(scratch, options)
        if number == 0 { child.say("track 3") }
        endings.append(try end(of: child))
      }
      return (lives, endings, try healed(scratch, options))
    }
    #expect(endings.allSatisfy { $0 == .signal(SIGTRAP) || $0 == .signal(SIGILL) }, "\(endings)")
    #expect(tooShort(lives) == [], "\(lives)")
    // There is one request for each life, and the one that was accepted.
    #expect(server.requests.count == runs + 1)
    #expect(last == "1 0 -")
    #expect(said("destination.died", scratch) == runs)
  }

  /// Returns how the process ends without a kill.
  private func end(of child: Child) throws -> Child.Ending {
    repeat {
      guard child.watch(milliseconds: Child.hangLimit) else {
        child.send(SIGKILL)
        child.wait()
        throw Workload.Failure(text: "Foundation survives this answer, and the test needs another")
      }
    } while child.readLine() != nil
    return child.wait().ending
  }

  /// Returns the report of a process that finally delivers.
  private func healed(_ scratch: Scratch, _ options: [String]) throws -> String? {
    let child = try start(scratch, options)
    var report: String?
    repeat {
      child.say("report")
      report = child.readLine()
    } while report.map { !$0.hasSuffix(" 0 -") } ?? false
    child.wait()
    return report
  }
  #endif

  @Test("a process that is killed at each request waits longer each time, and loses nothing")
  func killed() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let runs = 5
    let requests = scratch.path + "/requests"
    let options = ["--requests", requests, "--announce", "yes", "--takes", "3600000"]
    let lives = try await Workload.onThread {
      try self.lives(runs) { number in
        let child = try start(scratch, options)
        if number == 0 { child.say("track 3") }
        while let line = child.readLine(), line != "request" {}
        child.send(SIGKILL)
        child.wait()
      }
    }
    #expect(tooShort(lives) == [], "\(lives)")
    #expect(Deliveries(path: requests).requests == runs)
    #expect(said("destination.died", scratch) == runs - 1)
    let report = try await Workload.onThread {
      try Workload.check(scratch.path + "/journal", requests: requests)
    }
    #expect(report.faults(delivered: Deliveries(path: requests).events) == [])
  }
}
