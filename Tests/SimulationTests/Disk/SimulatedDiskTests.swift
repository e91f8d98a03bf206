import Cairn
import CairnTesting
import Foundation
import Testing

/// The disk of the simulation: it loses exactly what a real one may lose.
@Suite struct SimulatedDiskTests {
  let disk = SimulatedDisk()
  let process: DiskProcess

  init() throws {
    process = disk.makeProcess()
    try process.makeDirectory("/a/b")
  }

  func make(_ name: String, _ text: String) throws -> OpenFile {
    let file = try OpenFile("/a/b/" + name, .create, in: process)
    try file.write(Array(text.utf8), at: 0)
    return file
  }

  func text(_ image: DiskImage, _ name: String) -> String? {
    image.contents("/a/b/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns all possible contents of a file after a power loss; nil if it is removed.
  func outcomes(_ name: String) -> Set<String?> {
    let image = disk.image
    var found: Set<String?> = []
    var picks = [Int](repeating: 0, count: image.powerChoices.count)
    while true {
      found.insert(text(image.afterPowerLoss(picks), name))
      guard let place = picks.indices.first(where: { picks[$0] + 1 < image.powerChoices[$0] })
      else { return found }
      for index in 0..<place { picks[index] = 0 }
      picks[place] += 1
    }
  }

  @Test("written data is read back, at any offset and across sectors")
  func readsBack() throws {
    let file = try make("file", "")
    var expected: [UInt8] = []
    var dice = Dice(seed: 7)
    for _ in 0..<50 {
      let bytes = (0..<dice.below(900)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
      let offset = dice.below(3_000)
      let end = bytes.isEmpty ? 0 : offset + bytes.count
      expected += [UInt8](repeating: 0, count: max(0, end - expected.count))
      if end > 0 { expected.replaceSubrange(offset..<end, with: bytes) }
      try file.write(bytes, at: offset)
      #expect(try file.read(10_000, at: 0) == expected)
      #expect(try file.status().size == expected.count)
    }
  }

  @Test("a removed file is kept while it is open, or a power loss can restore its name")
  func unreachable() throws {
    let (kept, removed) = (try make("kept", "k"), try make("removed", "r"))
    try process.syncDirectory("/a/b")
    try process.remove("/a/b/removed")
    // A call that only reads changes no name.
    _ = try OpenFile("/a/b/kept", .read, in: process).read(1, at: 0)
    #expect(disk.image.files.count == 2)
    try process.syncDirectory("/a/b")
    _ = try OpenFile("/a/b/kept", .read, in: process).read(1, at: 0)
    #expect(try disk.image.files.count == 2 && removed.read(1, at: 0) == [UInt8(ascii: "r")])
    _ = consume removed
    #expect(disk.image.files.count == 1)
    _ = consume kept
    #expect(disk.image.files.count == 1)
  }

  @Test("without a sync a power loss may remove the bytes or the name, with one it removes neither")
  func powerLoss() throws {
    let file = try make("file", "one")
    #expect(outcomes("file") == [nil, "", "one", "\0\0\0", "\u{FFFD}\u{FFFD}\u{FFFD}"])
    try file.sync()
    #expect(outcomes("file") == [nil, "one"])
    try process.syncDirectory("/a/b")
    #expect(outcomes("file") == ["one"])
    try file.write(Array("two".utf8), at: 0)
    try file.write(Array("s".utf8), at: 3)
    #expect(outcomes("file").isSuperset(of: ["one", "two", "twos"]))
    #expect(!outcomes("file").contains("ones"))
  }

  @Test("a failed sync has written nothing, and the next one succeeds nevertheless")
  func failedSync() throws {
    let file = try make("file", "one")
    try file.sync()
    try process.syncDirectory("/a/b")
    try file.write(Array("two".utf8), at: 0)
    disk.faults = DiskFaults([.init(.sync, at: 1, .fail(EIO))])
    #expect(throws: FileError.self) { try file.sync() }
    try file.sync()
    #expect(try file.read(3, at: 0) == Array("two".utf8))
    #expect(outcomes("file") == ["one"])
  }

  @Test("an open file gets the error of a failed sync once, and one that is opened later does not")
  func failedSyncOfAnother() throws {
    let file = try make("file", "one")
    let other = try OpenFile("/a/b/file", .read, in: disk.makeProcess())
    disk.faults = DiskFaults([.init(.sync, at: 1, .fail(EIO))])
    #expect(throws: FileError.self) { try other.sync() }
    try other.sync()
    try OpenFile("/a/b/file", .read, in: disk.makeProcess()).sync()
    #expect(throws: FileError.self) { try file.sync() }
    try file.sync()
  }

  @Test(
    "a removed name may return with its synced content, and a moved one is in one place"
  )
  func names() throws {
    let file = try make("file", "one")
    try file.sync()
    try process.syncDirectory("/a/b")
    try process.remove("/a/b/file")
    #expect(outcomes("file") == [nil, "one"])
    try process.syncDirectory("/a/b")
    #expect(outcomes("file") == [nil])
    _ = try make("here", "two")
    try process.move("/a/b", to: "/a/c")
    #expect(try process.list("/a") == ["c"])
    #expect(try process.list("/a/c") == ["here"])
  }

  @Test("data that was never written is zeros or the content of a removed file")
  func staleBlocks() throws {
    try make("old", "secret").sync()
    try process.remove("/a/b/old")
    _ = try make("new", "public")
    try process.syncDirectory("/a/b")
    #expect(outcomes("new") == ["", "public", "secret", "\0\0\0\0\0\0"])
  }

  @Test("a full disk accepts the part that fits, then nothing, until there is space again")
  func fullDisk() throws {
    disk.setCapacity(5)
    let file = try OpenFile("/a/b/file", .create, in: process)
    let failure = #expect(throws: FileError.self) { try file.write(Array("too long".utf8), at: 0) }
    #expect(failure?.code == ENOSPC)
    #expect(text(disk.image, "file") == "too l")
    disk.setCapacity(8)
    try file.write(Array("too long".utf8), at: 0)
    #expect(text(disk.image, "file") == "too long")
  }

  @Test("a lock ends with its holder, by closing or by death; the dead do nothing more")
  func locks() throws {
    let other = disk.makeProcess()
    let held = try make("file", "one")
    #expect(try held.tryLock())
    let second = try OpenFile("/a/b/file", .read, in: other)
    #expect(try !second.tryLock())
    disk.kill(process)
    #expect(try second.tryLock())
    #expect(throws: FileError.self) { try held.write(Array("two".utf8), at: 0) }
    #expect(text(disk.image, "file") == "one")
  }

  @Test("an image is a snapshot: later changes do not affect it")
  func snapshots() throws {
    let file = try make("file", "one")
    let before = disk.image
    try file.write(Array("two".utf8), at: 0)
    try process.remove("/a/b/file")
    #expect(text(before, "file") == "one")
    #expect(before.paths == ["/a/b/file"])
    #expect(disk.image.paths.isEmpty)
  }

  @Test("a folder that vanished leaves open files without a name")
  func vanished() throws {
    let file = try make("file", "one")
    disk.vanish("/a")
    #expect(try file.status().links == 0)
    #expect(try file.read(3, at: 0) == Array("one".utf8))
    #expect(throws: FileError.self) { try make("next", "two") }
  }
}
