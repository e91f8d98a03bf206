import Cairn
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// I19: consent is denied with 10 000 events in the journal, and the process is killed at any step
/// of that.
@Suite struct EraseThenKillTests {
  static let needle = "needle-93ae"
  static let events = 10_000

  /// Leaves a journal of a user, with a dead letter and a sealed body.
  func prepare() async throws -> Scratch {
    let scratch = try Scratch()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let analytics = start(Scratch(at: path))
      analytics.track("Poison " + Self.needle)
      await analytics.flush()
      analytics.identify(Self.needle)
      for number in 2..<Self.events { analytics.track(Self.needle, ["number": .int(number)]) }
      await analytics.flush()
      killThisProcess()
    }
    return scratch
  }

  @Test(
    "after an interrupted denial and the next start, none of the erased bytes is on the disk",
    arguments: [true, false])
  func everyStep(byDenial: Bool) async throws {
    let scratch = try await prepare()
    defer { scratch.remove() }
    let before = try files(in: scratch, holding: Self.needle)
    #expect(
      ["identity", ".body", "/dead/", "/log/"].allSatisfy { part in
        before.contains { $0.contains(part) }
      })
    var step = 0
    var wasKilled = true
    var unheard = 0
    while wasKilled {
      step += 1
      let copy = try scratch.copy("\(step)")
      defer { copy.remove() }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = copy.path as String, step = step as Int, byDenial = byDenial as Bool] in
        await erase(Scratch(at: path), byDenial: byDenial, dyingAt: step)
      }
      wasKilled = !FileManager.default.fileExists(atPath: copy.path + "/finished")
      if try await !wasHeard(copy) { unheard += 1 }
      try #require(step < 300)
    }
    // When the process was killed before the denial was stored, its call had not returned. Calls of
    // other threads count as well.
    #expect(unheard > 0 && unheard < step / 2, "\(unheard) of \(step)")
    #expect(step > 40)
  }

  /// Starts again and searches every byte; returns false when the denial was not stored yet.
  func wasHeard(_ scratch: Scratch) async throws -> Bool {
    let analytics = start(scratch)
    let row = analytics.ledger().destinations[0]
    #expect(analytics.ledger().balances)
    let wasHeard = row.dropped[.erased] != nil
    if wasHeard {
      #expect(row.dropped == [.erased: UInt64(Self.events - 1)])
      #expect(try files(in: scratch, holding: Self.needle) == [])
    } else {
      #expect(row.pending == Self.events - 1)
    }
    await analytics.close(flushingForSeconds: 0)
    return wasHeard
  }

  func files(in scratch: Scratch, holding needle: String) throws -> [String] {
    let bytes = Data(needle.utf8)
    return try FileManager.default.subpathsOfDirectory(atPath: scratch.path).filter { path in
      let content = FileManager.default.contents(atPath: scratch.path + "/" + path)
      return content?.range(of: bytes) != nil
    }
  }
}

/// A destination that refuses bad events, and accepts no others.
private struct Server: Destination {
  let name = "server"
  let limits = BatchLimits(events: 100)

  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    Array(events.map(\.text).joined(separator: "\n").utf8)
  }

  func deliver(_ batch: Batch) async -> Outcome {
    batch.events.contains { $0.text.contains("Poison") }
      ? .refused("bad") : .later(afterSeconds: nil, reason: "down")
  }
}

private func start(
  _ scratch: Scratch, files: any FileSystem = PosixFileSystem()
) -> Analytics {
  var configuration = Configuration(writeKey: "test", destinations: [Server()])
  configuration.directory = scratch.url
  configuration.flushAt = 100_000
  configuration.flushInterval = 3_600
  configuration.diagnostics = { _ in }
  configuration.seams.files = files
  return Analytics(configuration)
}

private func erase(_ scratch: Scratch, byDenial: Bool, dyingAt step: Int) async {
  let first = Locked<Int?>(nil)
  let files = FaultyFileSystem(PosixFileSystem()) { call in
    if let first = first.withLock({ $0 }), call.number == first + step { killThisProcess() }
    return .none
  }
  let analytics = start(scratch, files: files)
  await analytics.flush()
  first.withLock { $0 = files.calls }
  if byDenial { analytics.setConsent(.denied) } else { try? await analytics.erase() }
  await analytics.close(flushingForSeconds: 0)
  first.withLock { $0 = nil }
  _ = FileManager.default.createFile(atPath: scratch.path + "/finished", contents: nil)
  killThisProcess()
}
