import ToolTestSupport
import Cairn
import Foundation
import Testing

/// The commands on a folder while its owner runs.
@Suite struct RunningJournalTests {
  @Test("all commands work while four threads record and a destination accepts events")
  func whileRecording() async throws {
    let scene = JournalFolderFixture()
    let analytics = scene.open(Shut(), Taker("taker"), segmentBytes: 1 << 20)
    analytics.track("first")
    let stop = Locked(false)
    let recorded = Locked(1)
    let threads = (0..<4).map { number in
      let thread = Thread {
        while !stop.withLock({ $0 }) {
          analytics.track("Event", ["thread": .int(number)])
          if recorded.withLock({
            $0 += 1; return $0
          }) > 40_000 {
            return
          }
        }
      }
      thread.start()
      return thread
    }
    for _ in 0..<3 {
      let before = recorded.withLock { $0 }
      let verified = try Command.run("journal", "verify", scene.path)
      #expect(verified.status == 0, "\(verified.output)")
      #expect(try Command.run("journal", "inspect", scene.path).status == 0)
      let exported = try Command.run("journal", "export", scene.path)
      #expect(exported.status == 0)
      #expect(exported.error.contains(", 0 damaged"))
      // Each thread may be between recording and counting an event.
      #expect(exported.output.split(separator: "\n").count >= before - 4)
      _ = await analytics.flush()
    }
    let new = JournalFolderFixture()
    #expect(try Command.run("journal", "repair", scene.path, "--output", new.path).status == 0)
    stop.withLock { $0 = true }
    _ = threads
    #expect(try Command.run("journal", "inspect", scene.path).output.contains("open"))
    await analytics.close(flushingForSeconds: 0)
    #expect(try Command.run("journal", "verify", new.path).status == 0)
    #expect(analytics.ledger().balances)
  }

  func expect(_ numbers: ClosedRange<Int>, from tail: RunningProcess) throws {
    for number in numbers {
      let line = try #require(tail.line())
      try #require(line.contains("\"Event \(number)\""))
    }
  }

  @Test("tail -f follows segments that end, lanes that begin, and files that are removed")
  func follow() async throws {
    let scene = JournalFolderFixture()
    let first = scene.open(Shut())
    first.track("Event 0")
    let tail = try RunningProcess(tool: "journal", "tail", "-f", scene.path)
    #expect(tail.line()?.contains("Event 0") == true)
    for number in 1...200 { first.track("Event \(number)") }
    try expect(1...200, from: tail)
    let second = scene.open(Shut())
    for number in 201...300 { second.track("Event \(number)") }
    try expect(201...300, from: tail)
    await first.close(flushingForSeconds: 0)
    await second.close(flushingForSeconds: 0)
    let third = scene.open(Taker("shut"))
    _ = await third.flush()
    // At most the last file of each lane remains while this process has it open.
    #expect(try scene.segments().count <= 2)
    third.track("Event 301")
    try expect(301...301, from: tail)
    await third.close(flushingForSeconds: 0)
  }
}
