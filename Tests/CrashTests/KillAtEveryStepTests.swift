import Cairn
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// P3, P4, P6: a delivery that is killed at any step is repeated with the same key and the same
/// bytes, and ends with every event delivered.
@Suite struct KillAtEveryStepTests {
  /// Leaves the events of a run that ended before it delivered anything.
  func prepare() async throws -> Scratch {
    let scratch = try Scratch()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let analytics = launch(Scratch(at: path))
      for number in 1...7 { analytics.track("Event \(number)") }
      killThisProcess()
    }
    return scratch
  }

  @Test("a kill at any disk call loses nothing, and repeated requests are the same")
  func everyStep() async throws {
    let scratch = try await prepare()
    defer { scratch.remove() }
    var step = 0
    var wasKilled = true
    var resends = 0
    while wasKilled {
      step += 1
      let copy = try scratch.copy("\(step)")
      defer { copy.remove() }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = copy.path as String, step = step as Int] in
        await deliver(Scratch(at: path), dyingAt: step)
      }
      wasKilled = !FileManager.default.fileExists(atPath: copy.path + "/finished")
      resends += try await finish(copy)
      try #require(step < 500)
    }
    #expect(step > 20)
    #expect(resends > 0)
  }

  /// Delivers the rest, and checks the server's events; returns the number of requests that were
  /// received twice.
  func finish(_ scratch: Scratch) async throws -> Int {
    let server = LogServer(path: scratch.path + "/server.log")
    let analytics = launch(scratch, server)
    let result = await analytics.flush()
    #expect(result.isComplete)
    let ledger = analytics.ledger()
    #expect(ledger.balances)
    #expect(ledger.destinations[0].delivered == 7)
    await analytics.close()
    let requests = try server.requests()
    #expect(Set(requests.flatMap(\.ids)).count == 7)
    // Repeated requests have the same batch.
    for request in requests { #expect(request == requests[0]) }
    return requests.count - 1
  }
}

private func deliver(_ scratch: Scratch, dyingAt step: Int) async {
  let files = FaultyFileSystem(PosixFileSystem()) { call in
    // The state before one call is the state after the call before it.
    if call.number == step { killThisProcess() }
    return .none
  }
  let analytics = launch(scratch, files: files)
  await analytics.flush()
  _ = FileManager.default.createFile(atPath: scratch.path + "/finished", contents: nil)
  killThisProcess()
}
