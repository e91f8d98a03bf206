import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// Leases, which take the place of file locks.
@Suite struct LeaseFolderTests {
  let clock = ManualClock()
  let files = InMemoryFileSystem()

  func folder(token: UInt64, kind: UInt64 = 0, boot: UInt64 = 7) -> LeaseFolder {
    LeaseFolder(
      "/leases", files: files, boot: boot, holder: Lease.Holder(token: token, kind: kind),
      now: { [clock] in clock.now().continuous })
  }

  @Test("one process has a lease, until it gives it back")
  func exclusive() throws {
    let (one, two) = (folder(token: 1), folder(token: 2))
    let held = try #require(try one.acquire("a"))
    #expect(try two.acquire("a") == nil)
    #expect(try two.acquire("b") != nil)
    one.giveBack(held)
    #expect(try two.acquire("a") != nil)
    #expect(try one.acquire("a") == nil)
    #expect(try files.list("/leases/a").count == 2)
  }

  @Test("a lease ends by itself after its duration, and its holder finds that out")
  func ends() throws {
    let (one, two) = (folder(token: 1), folder(token: 2))
    let held = try #require(try one.acquire("a"))
    clock.advance(bySeconds: 179)
    #expect(try two.acquire("a") == nil)
    clock.advance(bySeconds: 1)
    let taken = try #require(try two.acquire("a"))
    #expect(try one.renewed(held) == nil)
    #expect(try two.renewed(taken) == taken)
    // What was given back late changes nothing.
    one.giveBack(held)
    #expect(try one.acquire("a") == nil)
  }

  @Test("a short lease ends after seconds")
  func short() throws {
    let held = try #require(try folder(token: 1).acquire("a", for: .short))
    clock.advance(bySeconds: 4.9)
    #expect(try folder(token: 2).acquire("a") == nil)
    clock.advance(bySeconds: 0.1)
    #expect(try folder(token: 2).acquire("a") != nil)
    #expect(try folder(token: 1).renewed(held) == nil)
  }

  @Test("a renewal that is too late leaves no unused lease")
  func late() throws {
    let (one, two, three) = (folder(token: 1), folder(token: 2), folder(token: 3))
    let held = try #require(try one.acquire("a"))
    clock.advance(bySeconds: 200)
    two.giveBack(try #require(try two.acquire("a")))
    #expect(try one.renewed(held) == nil)
    #expect(try three.acquire("a") != nil)
  }

  @Test("the leases of a removed path are removed, and the next one begins anew")
  func removed() throws {
    let one = folder(token: 1)
    _ = try one.acquire("a")
    one.remove("a")
    #expect(try files.list("/leases/a").isEmpty)
    #expect(try folder(token: 2).acquire("a") != nil)
  }

  @Test("a holder that runs renews its lease in time")
  func renewed() throws {
    let (one, two) = (folder(token: 1), folder(token: 2))
    var held = try #require(try one.acquire("a"))
    for _ in 1...20 {
      clock.advance(bySeconds: 80)
      held = try #require(try one.renewed(held))
      #expect(try two.acquire("a") == nil)
    }
    #expect(try files.list("/leases/a").count == 2)
  }

  @Test("the next launch of the app, of which one process runs at a time, does not wait")
  func relaunched() throws {
    #expect(try folder(token: 1, kind: 5).acquire("a") != nil)
    #expect(try folder(token: 2, kind: 0).acquire("a") == nil)
    #expect(try folder(token: 3, kind: 6).acquire("a") == nil)
    #expect(try folder(token: 4, kind: 5).acquire("a") != nil)
    #expect(try folder(token: 5, kind: 0).acquire("a") == nil)
  }

  @Test("a lease from before a restart, or from the far future, delays no process")
  func forged() throws {
    #expect(try folder(token: 1, boot: 1).acquire("a") != nil)
    #expect(try folder(token: 2, boot: 2).acquire("a") != nil)
    let lease = Lease(
      Lease.Holder(token: 9, kind: 0), boot: 7, until: clock.now().continuous + .days(1))
    try OpenFile("/leases/b/1", .create, in: files).write(lease.encoded, at: 0)
    #expect(try folder(token: 2).acquire("b") != nil)
  }

  @Test(
    "a file that a process created before it was killed delays others for a second",
    arguments: [[], [UInt8](repeating: 0x5A, count: 48), [1, 2, 3]])
  func empty(content: [UInt8]) throws {
    let one = folder(token: 1)
    try files.makeDirectory("/leases")
    try OpenFile("/leases/a/1", .create, in: files).write(content, at: 0)
    #expect(try one.acquire("a") == nil)
    clock.advance(bySeconds: 0.999)
    #expect(try one.acquire("a") == nil)
    clock.advance(bySeconds: 0.001)
    #expect(try one.acquire("a") != nil)
  }

  @Test(
    "short-lived processes do not wait forever for the file of a killed process",
    arguments: [[], [UInt8](repeating: 0x5A, count: 48), nil])
  func shortLives(content: [UInt8]?) throws {
    try files.makeDirectory("/leases/a")
    if let content {
      try OpenFile("/leases/a/1", .create, in: files).write(content, at: 0)
    } else {
      // The greatest number of a file that is gone.
      try OpenFile("/leases/a/last", .create, in: files).write([1, 0, 0, 0, 0, 0, 0, 0], at: 0)
    }
    for token in UInt64(1)...10 {
      #expect(try folder(token: token).acquire("a") == nil)
      clock.advance(bySeconds: 0.1)
    }
    #expect(try folder(token: 11).acquire("a") != nil)
    #expect(Set(try files.list("/leases/a")) == ["2", "last"])
  }

  @Test("a first check at an impossible time, or in another boot, does not count")
  func badMarks() throws {
    let lease = { boot, seconds in
      Lease(
        Lease.Holder(token: 9, kind: 0), boot: boot,
        until: clock.now().continuous + .seconds(seconds))
    }
    for (name, mark) in [
      ("old", lease(6, -100).encoded), ("torn", Array(lease(7, 1).encoded.prefix(20))),
      ("none", []),
    ] {
      _ = try OpenFile("/leases/\(name)/1", .create, in: files)
      try OpenFile("/leases/\(name)/1.empty", .create, in: files).write(mark, at: 0)
      #expect(try folder(token: 1).acquire(name) == nil)
      #expect(try folder(token: 2).acquire(name) == nil)
    }
    _ = try OpenFile("/leases/far/1", .create, in: files)
    try OpenFile("/leases/far/1.empty", .create, in: files).write(lease(7, 60).encoded, at: 0)
    clock.advance(bySeconds: 1)
    for name in ["old", "torn", "none", "far"] {
      #expect(try folder(token: 3).acquire(name) != nil)
    }
  }

  @Test("foreign names, and the greatest number, do not trap")
  func names() throws {
    for name in ["x", "-1", "99999999999999999999", "a", ".1"] {
      _ = try OpenFile("/leases/a/\(name)", .create, in: files)
    }
    #expect(try folder(token: 1).acquire("a") != nil)
    _ = try OpenFile("/leases/b/\(UInt64.max)", .create, in: files)
    #expect(try folder(token: 1).acquire("b") == nil)
    clock.advance(bySeconds: 60)
    #expect(try folder(token: 1).acquire("b") == nil)
  }

  @Test("a lease whose file is gone, and a number without a meaning, delay no process for long")
  func lost() throws {
    let one = folder(token: 1)
    let held = try #require(try one.acquire("a"))
    one.giveBack(held)
    for name in try files.list("/leases/a") where name != "last" {
      try files.remove("/leases/a/\(name)")
    }
    #expect(try one.acquire("a") == nil)
    clock.advance(bySeconds: 1)
    #expect(try one.acquire("a") != nil)
  }

  @Test("where many processes request a lease, one has it at any time")
  func race() async throws {
    let scratch = FileManager.default.temporaryDirectory.path + "/leases-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let turns = Turns()
    await withTaskGroup { group in
      for token in UInt64(1)...6 {
        group.addTask {
          let folder = LeaseFolder(
            scratch, files: PosixFileSystem(), boot: 1, holder: Lease.Holder(token: token, kind: 0),
            now: { SystemClock().now().continuous })
          for _ in 1...400 {
            guard let held = try? folder.acquire("a") else { continue }
            turns.begin()
            await Task.yield()
            turns.end()
            folder.giveBack(held)
          }
        }
      }
    }
    #expect(turns.most == 1)
    #expect(turns.count > 10)
  }

  /// The turns of processes that may only work one after the other.
  final class Turns: Sendable {
    private let state = Locked((inside: 0, most: 0, count: 0))

    var most: Int { state.withLock { $0.most } }
    var count: Int { state.withLock { $0.count } }

    func begin() {
      state.withLock { state in
        state.inside += 1
        state.count += 1
        state.most = max(state.most, state.inside)
      }
    }

    func end() { state.withLock { $0.inside -= 1 } }
  }
}
