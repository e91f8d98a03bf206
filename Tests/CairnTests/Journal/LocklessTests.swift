import CairnTesting
import Testing

@testable import Cairn

/// P5: systems on which every process gets every lock, as on those that kill a process for holding
/// one while it is suspended.
///
/// Serialized: the process identifies its lanes by folder and number, which are the same in these
/// tests.
@Suite(.serialized) struct LocklessTests {
  let disk = SimulatedDisk()
  let writing: JournalFixture
  let reading: JournalFixture

  init() {
    disk.ignoreLocks(of: "/log")
    writing = JournalFixture(disk.makeProcess(), seed: 71)
    reading = JournalFixture(disk.makeProcess(), seed: 72)
  }

  func settled(_ journal: Journal) -> SettledPositions {
    var settled = SettledPositions()
    for segment in journal.segments() where segment.events > 0 {
      settled.insert(
        PositionRange(lane: segment.lane, first: segment.firstIndex, last: segment.lastIndex))
    }
    return settled
  }

  @Test(
    "a segment that another journal of this process writes is kept, and its new events are found"
  )
  func sameProcess() throws {
    let writer = try writing.open()
    try writing.append("1", to: writer)
    let reader = try reading.open()
    let before = settled(reader)
    #expect(reader.reclaim(behind: [before]).isEmpty)
    reading.clock.advance(bySeconds: 200_000)
    #expect(reader.reclaim(behind: [before]).isEmpty)
    try writing.append("2", to: writer)
    #expect(try reading.read(reader, after: before).texts == ["2"])
    let fresh = JournalFixture(disk.makeProcess(), seed: 73)
    #expect(try fresh.read(try fresh.open()).texts == ["1", "2"])
  }

  @Test("a segment that another process may write to is removed a day after its last record")
  func otherProcess() throws {
    // The file is gone, according to this process.
    do {
      let writer = try writing.open()
      try writing.append("1", to: writer)
    }
    let reader = try reading.open()
    #expect(reader.reclaim(behind: [settled(reader)]).isEmpty)
    reading.clock.advance(bySeconds: 86_000)
    #expect(reader.reclaim(behind: [settled(reader)]).isEmpty)
    reading.clock.advance(bySeconds: 500)
    #expect(reader.reclaim(behind: [settled(reader)]).count == 1)
  }

  @Test(
    "without an identifier of the boot, a clock that begins again shows that the writer has ended")
  func unknownBoot() throws {
    // These disks have no file that names the boot.
    writing.clock.advance(bySeconds: 3_600)
    do {
      let writer = try writing.open()
      try writing.append("1", to: writer)
    }
    reading.clock.advance(bySeconds: 3_590)
    let sameBoot = try reading.open()
    #expect(sameBoot.reclaim(behind: [settled(sameBoot)]).isEmpty)
    let rebooted = JournalFixture(disk.makeProcess(), seed: 74)
    let reader = try rebooted.open()
    #expect(reader.reclaim(behind: [settled(reader)]).count == 1)
  }

  @Test("a writer that did not write for twelve hours continues in another lane")
  func suspended() throws {
    var writing = writing
    writing.options.segmentAge = WriterLivenessCheck.longestUse
    let writer = try writing.open()
    let first = try writing.append("1", to: writer)
    writing.clock.advance(bySeconds: 43_000)
    #expect(try writing.append("2", to: writer).lane == first.lane)
    // Others may have removed the segment and forgotten the lane.
    writing.clock.advance(bySeconds: 43_201)
    #expect(try writing.append("3", to: writer).lane != first.lane)
    #expect(try reading.read(try reading.open()).texts.sorted() == ["1", "2", "3"])
  }

  @Test("events that another process adds to a known segment without a seal are found")
  func grows() throws {
    let writer = try writing.open()
    try writing.append("1", to: writer)
    // As if the writer were another process.
    InProcessLanes.remove([writer.lane], in: writer.directory)
    let reader = try reading.open()
    #expect(try reading.read(reader).texts == ["1"])
    for text in ["2", "3"] { try writing.append(text, to: writer) }
    #expect(try reading.read(reader).texts == ["1", "2", "3"])
    writer.close()
    #expect(try reading.read(reader).texts == ["1", "2", "3"])
  }

  @Test("a segment that was closed normally is removed at once")
  func sealed() throws {
    let writer = try writing.open()
    try writing.append("1", to: writer)
    writer.close()
    let reader = try reading.open()
    #expect(reader.reclaim(behind: [settled(reader)]).count == 1)
  }

  @Test("a segment from before the machine's restart is removed at once")
  func otherStart() throws {
    do {
      let writer = try writing.open()
      try writing.append("1", to: writer)
    }
    let process = disk.makeProcess()
    let boot = "/proc/sys/kernel/random/"
    try process.makeDirectory(String(boot.dropLast()))
    try OpenFile(boot + "boot_id", .create, in: process).write([0x42], at: 0)
    let reader = try reading.open()
    #expect(reader.reclaim(behind: [settled(reader)]).count == 1)
  }
}
