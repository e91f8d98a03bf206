import CairnTesting
import Testing

@testable import Cairn

/// Drops of a call are recorded before the file is removed, and no others are.
@Suite struct UncountedDropsTests {
  let disk = SimulatedDisk()

  func fixture(_ seed: UInt64 = 1) -> JournalFixture {
    var fixture = JournalFixture(disk.makeProcess(), seed: seed)
    fixture.options.segmentBytes = 4_096
    fixture.options.cap.bytes = 65_536
    return fixture
  }

  func fill(_ journal: Journal, _ fixture: JournalFixture, _ count: Int) throws {
    let padding = String(repeating: "x", count: 1_000)
    for number in 1...count { try fixture.append("\(number) \(padding)", to: journal) }
  }

  func entries(_ image: DiskImage) -> SettledPositions {
    var entries = SettledPositions()
    for drop in UncountedDrops.all(in: "/drops", SimulatedDisk(image).makeProcess()) {
      entries.insert(drop.range)
    }
    return entries
  }

  /// Returns the events whose file is gone and that are not recorded.
  func unaccounted(_ image: DiskImage, _ segments: [SegmentSummary]) -> [SegmentName] {
    let entries = entries(image)
    return segments.filter { segment in
      image.names["/log/" + segment.name.fileName] == nil && !entries.contains(segment)
    }.map(\.name)
  }

  @Test("a kill at any byte of any write leaves an entry for each removed file")
  func torn() throws {
    let fixture = fixture()
    let journal = try fixture.open()
    try fill(journal, fixture, 60)
    let known = Locked(journal.segments())
    let wrong = Locked<[String]>([])
    disk.observe { [self] image, call in
      for count in 0...(call.kind == .write ? call.bytes.count : 0) where count <= 32 {
        var torn = image
        if count > 0 { torn.tear(call, at: count) }
        let missing = unaccounted(torn, known.withLock { $0 })
        if !missing.isEmpty { wrong.withLock { $0.append("\(call), \(count): \(missing)") } }
      }
    }
    for _ in 1...40 {
      try fill(journal, fixture, 1)
      known.withLock { $0 += journal.segments() }
    }
    disk.observe(nil)
    #expect(journal.drops.map(\.range.count).reduce(0, +) > 20)
    #expect(wrong.withLock { $0 } == [])
  }

  @Test("a file that another process has removed is written anew, with all its entries")
  func removedFile() throws {
    let fixture = fixture()
    let journal = try fixture.open()
    try fill(journal, fixture, 120)
    let process = disk.makeProcess()
    for name in try process.list("/drops") { try process.remove("/drops/" + name) }
    try fill(journal, fixture, 40)
    let names = try process.list("/drops")
    #expect(names.count == 1)
    let written = try UncountedDrops.read("/drops/" + (names.first ?? ""), process)
    #expect(!written.isEmpty)
    #expect(Set(journal.drops).isSubset(of: written))
  }

  @Test("a file that another journal has removed meanwhile is not written down as dropped")
  func goneBefore() throws {
    let first = fixture(1)
    let writer = try first.open()
    try fill(writer, first, 60)
    let lane = writer.lane
    writer.close()
    let second = fixture(2)
    let journal = try second.open()
    let process = disk.makeProcess()
    // All destinations have settled them, according to another process.
    for segment in journal.segments() { try process.remove("/log/" + segment.name.fileName) }
    let isWritten = Locked(false)
    disk.observe { [self] image, _ in
      if entries(image).lanes.contains(lane) { isWritten.withLock { $0 = true } }
    }
    try fill(journal, second, 40)
    disk.observe(nil)
    #expect(!isWritten.withLock { $0 })
    #expect(journal.drops.filter { $0.range.lane == lane } == [])
  }

  @Test("an entry that the woken thread wrote and synced survives a power loss")
  func powerLoss() throws {
    let fixture = fixture()
    let journal = try fixture.open()
    try fill(journal, fixture, 60)
    try journal.sync()
    let segments = journal.segments()
    try fill(journal, fixture, 40)
    journal.syncDrops()
    for seed in UInt64(1)...200 {
      var dice = Dice(seed: seed)
      let image = disk.image.afterPowerLoss(disk.image.powerPicks(&dice))
      #expect(unaccounted(image, segments) == [], "seed \(seed)")
    }
  }
}
