import CairnTesting
import Testing

@testable import Cairn

/// A disk on which leases take the place of locks.
///
/// Serialized: the locks within a process are by path, and the paths are the same in these tests.
@Suite(.serialized) struct LeasedFileSystemTests {
  let clock = ManualClock()
  let memory = InMemoryFileSystem()

  func process(
    _ token: UInt64, kind: UInt64 = 0, on files: (any FileSystem)? = nil
  ) -> LeasedFileSystem {
    let plain = LocklessFiles(files: files ?? memory)
    return LeasedFileSystem(
      plain,
      LeaseFolder(
        "/leases", files: plain, boot: 7, holder: Lease.Holder(token: token, kind: kind),
        now: { [clock] in clock.now().continuous }))
  }

  @Test("a locked file cannot be locked by another process until it is closed")
  func locks() throws {
    let (one, two) = (process(1), process(2))
    var first: OpenFile? = try OpenFile("/a", .create, in: one)
    #expect(try first?.tryLock() == true)
    #expect(try first?.tryLock() == true)
    let second = try OpenFile("/a", .readWrite, in: two)
    #expect(try !second.tryLock())
    // Another opening in the same process is another holder.
    #expect(try !OpenFile("/a", .readWrite, in: one).tryLock())
    first = nil
    #expect(try second.tryLock())
  }

  @Test("a process that was suspended for longer than its lease writes nothing over the next one")
  func suspended() throws {
    // Two processes: the locks of the two files are not shared, as in reality.
    let (one, two) = (process(1), process(2))
    let first = try OpenFile("/a", .create, in: one)
    #expect(try first.tryLock())
    try first.write([1], at: 0)
    clock.advance(bySeconds: 200)
    let other = LeaseFolder(
      "/leases", files: memory, boot: 7, holder: Lease.Holder(token: 2, kind: 0),
      now: { [clock] in clock.now().continuous })
    let lease = try #require(try other.acquire(LeaseFolder.name(of: "/a")))
    for _ in 1...2 { #expect(throws: FileError.self) { try first.write([2], at: 0) } }
    #expect(try !first.tryLock())
    #expect(try OpenFile("/a", .read, in: memory).read(1, at: 0) == [1])
    _ = (two, lease)
  }

  @Test("a lease goes over to the file that replaces the locked one")
  func replaced() throws {
    let (one, two) = (process(1), process(2))
    var old: OpenFile? = try OpenFile("/a", .create, in: one)
    #expect(try old?.tryLock() == true)
    var new: OpenFile? = try OpenFile("/a.new", .create, in: one)
    #expect(try new?.tryLock() == true)
    try one.move("/a.new", to: "/a")
    old = nil
    #expect(try !OpenFile("/a", .readWrite, in: two).tryLock())
    try new?.write([1], at: 0)
    new = nil
    #expect(try OpenFile("/a", .readWrite, in: two).tryLock())
    _ = old
  }

  @Test("a draft of a waiting conversion leaves no lease when it has got its name")
  func movedDraft() throws {
    let one = process(1)
    try memory.makeDirectory("/conversions")
    var draft: OpenFile? = try OpenFile("/conversions/1.7.new", .create, in: one)
    #expect(try draft?.tryLock() == true)
    #expect(try memory.namesIfPresent(in: "/leases").count == 1)
    try draft?.write([1], at: 0)
    try one.move("/conversions/1.7.new", to: "/conversions/1")
    draft = nil
    #expect(try memory.namesIfPresent(in: "/leases") == [])
    var file: OpenFile? = try OpenFile("/conversions/1", .readWrite, in: process(2))
    #expect(try file?.tryLock() == true)
    file = nil
    try process(2).remove("/conversions/1")
    #expect(try memory.namesIfPresent(in: "/leases") == [])
    _ = draft
  }

  @Test("files with one writer need no lease")
  func plain() throws {
    let segment = SegmentName(ordinal: 1, lane: LaneID(rawValue: 2), number: 3).fileName
    for path in ["/v1/log/\(segment)", "/v1/drops/1.drops"] {
      let first = try OpenFile(path, .create, in: process(1))
      let second = try OpenFile(path, .readWrite, in: process(2))
      #expect(try first.tryLock() && second.tryLock())
    }
    #expect(try memory.list("/leases").isEmpty)
    // A destination may have any name.
    for path in ["/v1/dest/log/state", "/v1/dest/drops/state"] {
      let first = try OpenFile(path, .create, in: process(1))
      let second = try OpenFile(path, .readWrite, in: process(2))
      #expect(try first.tryLock())
      #expect(try !second.tryLock())
    }
  }

  @Test("a full disk does not prevent a lease of the app, which makes space")
  func full() throws {
    let files = FaultyFileSystem(memory) { call in
      call.name == "create" && call.path.hasPrefix("/leases") ? .fail(FileError.noSpace) : .none
    }
    _ = try OpenFile("/a", .create, in: memory)
    #expect(try OpenFile("/a", .readWrite, in: process(1, kind: 5, on: files)).tryLock())
    // An extension waits.
    #expect(throws: FileError.self) {
      try OpenFile("/a", .readWrite, in: process(2, on: files)).tryLock()
    }
  }
}
