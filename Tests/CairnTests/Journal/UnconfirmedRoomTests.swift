import Cairn
import CairnTesting
import Testing

/// P3, P9: a disk that writes but never syncs for a long time: records that are written again use
/// neither the space nor the time of recorded events.
@Suite final class UnconfirmedRoomTests: Sendable {
  /// When the journal is synced.
  enum Policy: CaseIterable, Sendable { case everyEvent, interval, atTheEnd }

  static let cap = 512 << 10
  static let events = 900

  /// The operations on the disk.
  struct Work: Sendable {
    var most = 0
    var written = 0
    var calls = 0
  }

  let work = Locked(Work())

  func fixture(
    _ disk: SimulatedDisk, windowBytes: Int, on files: (any FileSystem)? = nil
  ) -> JournalFixture {
    disk.observe { [self] image, call in
      work.withLock { work in
        work.most = max(work.most, image.bytes + (call.kind == .write ? call.bytes.count : 0))
        if call.kind == .write { work.written += call.bytes.count }
        work.calls += 1
      }
    }
    var fixture = JournalFixture(files ?? disk.makeProcess())
    fixture.options.windowBytes = windowBytes
    fixture.options.segmentBytes = Self.cap / 16
    fixture.options.cap.bytes = Self.cap
    fixture.options.cap.dropsNewest = true
    return fixture
  }

  func attempt(_ policy: Policy, _ number: Int, _ journal: Journal) {
    switch policy {
    case .everyEvent: try? journal.sync(for: UInt64(number))
    case .interval: if number.isMultiple(of: 60) { try? journal.sync(.ordered) }
    case .atTheEnd: if number == Self.events { try? journal.sync() }
    }
  }

  @Test(
    "if syncs fail the journal stays within its cap, refuses no event that fits, rewrites little",
    arguments: Policy.allCases, [256 << 10, 16 << 10, 0])
  func unconfirmed(policy: Policy, windowBytes: Int) throws {
    let disk = SimulatedDisk()
    let fixture = fixture(disk, windowBytes: windowBytes)
    let journal = try fixture.open()
    disk.faults = DiskFaults([.init(.sync, at: 1, count: 1_000_000, .fail(FileError.inputOutput))])
    let padding = String(repeating: "x", count: 340)
    var worst = Work()
    for number in 1...Self.events {
      let before = work.withLock { $0 }
      try fixture.append("\(number) \(padding)", to: journal)
      attempt(policy, number, journal)
      let after = work.withLock { $0 }
      worst.written = max(worst.written, after.written - before.written)
      worst.calls = max(worst.calls, after.calls - before.calls)
      fixture.clock.advance(bySeconds: 0.1)
    }
    let total = work.withLock { $0 }
    let stored = Self.events * 384
    #expect(total.most <= Self.cap * 5 / 4)
    #expect(worst.written <= 2 * max(windowBytes, Self.cap / 16) + 8_192, "in one call")
    #expect(total.written <= 30 * stored)
    #expect(try fixture.read(journal).texts.count == Self.events)

    // The disk works again: all events are confirmed, within the cap, and survive a power failure.
    disk.faults = DiskFaults()
    fixture.clock.advance(bySeconds: 60)
    try journal.sync()
    #expect(work.withLock { $0.most } <= Self.cap * 5 / 4)
    #expect(disk.image.bytes <= Self.cap * 5 / 4)
    let image = disk.image
    let lost = image.afterPowerLoss(image.powerChoices.map { _ in 0 })
    let left = JournalFixture(SimulatedDisk(lost).makeProcess(), seed: 7)
    let reading = try left.read(try left.open())
    #expect(reading.texts.count == Self.events)
    #expect(reading.positions.map(\.index) == Array(1...UInt32(Self.events)))
    #expect(reading.damaged.isEmpty)
  }

  @Test(
    "a disk that removes nothing gets no copies beyond the cap and a quarter",
    arguments: [0, 3, 40])
  func removesNothing(syncsBetween: Int) throws {
    let disk = SimulatedDisk()
    let fixture = fixture(disk, windowBytes: 0)
    let journal = try fixture.open()
    disk.faults = DiskFaults([.init(.sync, at: 1, count: 1_000_000, .fail(FileError.inputOutput))])
    let padding = String(repeating: "x", count: 340)
    for number in 1...Self.events {
      try fixture.append("\(number) \(padding)", to: journal)
      if number.isMultiple(of: 60) { try? journal.sync() }
      fixture.clock.advance(bySeconds: 0.1)
    }
    // Some syncs of the copies fail too.
    let removals = DiskFaults.Planned(
      .remove, at: 1, count: 1_000_000, .fail(FileError.inputOutput))
    disk.faults = DiskFaults(
      [removals]
        + (0..<syncsBetween).map { .init(.sync, at: 2 + 3 * $0, .fail(FileError.inputOutput)) })
    for _ in 1...200 {
      fixture.clock.advance(bySeconds: 60)
      try? journal.sync()
    }
    #expect(disk.image.bytes > Self.cap, "copies are made for as long as there is room")
    #expect(work.withLock { $0.most } <= Self.cap * 5 / 4 + Self.cap / 16)
    #expect(try fixture.read(journal).texts.count == Self.events)

    disk.faults = DiskFaults()
    fixture.clock.advance(bySeconds: 60)
    try journal.sync()
    #expect(disk.image.bytes <= Self.cap)
    #expect(try fixture.read(journal).texts.count == Self.events)
  }

  @Test(
    "a disk that syncs nothing and removes nothing gets no copies beyond the cap and a quarter",
    arguments: [16 << 10, 256 << 10])
  func confirmsAndRemovesNothing(windowBytes: Int) throws {
    let disk = SimulatedDisk()
    let fixture = fixture(disk, windowBytes: windowBytes)
    let journal = try fixture.open()
    disk.faults = DiskFaults([
      .init(.sync, at: 1, count: 1_000_000, .fail(FileError.inputOutput)),
      .init(.remove, at: 1, count: 1_000_000, .fail(FileError.inputOutput)),
    ])
    for number in 1...300 {
      try fixture.append("\(number) \(String(repeating: "x", count: 340))", to: journal)
      try? journal.sync()
      fixture.clock.advance(bySeconds: 60)
    }
    #expect(work.withLock { $0.most } <= Self.cap * 5 / 4 + Self.cap / 8)
    #expect(try fixture.read(journal).texts.count == 300)
    disk.faults = DiskFaults()
    fixture.clock.advance(bySeconds: 60)
    try journal.sync()
    #expect(disk.image.bytes <= Self.cap)
    #expect(try fixture.read(journal).texts.count == 300)
  }

  @Test("a disk that syncs nothing is tried less and less often, also with further events")
  func backOff() throws {
    let disk = SimulatedDisk()
    let fixture = fixture(disk, windowBytes: 256 << 10)
    let journal = try fixture.open()
    let syncs = Locked(0)
    disk.faults = DiskFaults([.init(.sync, at: 1, count: 1_000_000, .fail(FileError.inputOutput))])
    disk.observe { _, call in
      // A new file is created for each attempt.
      if call.kind == .create { syncs.withLock { $0 += 1 } }
    }
    for number in 1...600 {
      try fixture.append("\(number)", to: journal)
      #expect(throws: JournalError.self) { try journal.sync(for: UInt64(number)) }
      fixture.clock.advance(bySeconds: 0.1)
    }
    #expect(syncs.withLock { $0 } < 80)
    disk.faults = DiskFaults()
    fixture.clock.advance(bySeconds: 6)
    try fixture.append("last", to: journal)
    try journal.sync(for: 601)
  }

  @Test(
    "files of a failed sync are not counted twice, and their removal loses no event")
  func counted() throws {
    let disk = SimulatedDisk()
    let fixture = fixture(disk, windowBytes: 256 << 10)
    let journal = try fixture.open()
    for number in 1...5 { try fixture.append("\(number)", to: journal) }
    try journal.sync()
    disk.faults = DiskFaults([.init(.sync, at: 1, count: 6, .fail(FileError.inputOutput))])
    for number in 6...10 {
      try fixture.append("\(number)", to: journal)
      try? journal.sync()
    }
    #expect(journal.segments().count <= 2)
    #expect(journal.segments().reduce(0) { $0 + $1.events } <= 15)
    for reading in [try fixture.read(journal), try fixture.read(try fixture.open())] {
      #expect(reading.texts == (1...10).map(String.init))
      #expect(reading.damaged.isEmpty)
    }
  }

  @Test("a lane does not end before its events are confirmed, or written again")
  func laneEnds() throws {
    for failures in 1...6 {
      let disk = SimulatedDisk()
      var fixture = fixture(disk, windowBytes: failures.isMultiple(of: 2) ? 0 : 256 << 10)
      fixture.options.laneEvents = 10
      let journal = try fixture.open()
      for number in 1...10 { try fixture.append("\(number)", to: journal) }
      disk.faults = DiskFaults([.init(.sync, at: 1, count: failures, .fail(FileError.inputOutput))])
      // A lane ends with a segment.
      journal.beginSegment()
      for number in 11...14 {
        try fixture.append("\(number)", to: journal)
        try? journal.sync()
      }
      disk.faults = DiskFaults()
      fixture.clock.advance(bySeconds: 10)
      journal.retryNow()
      try journal.sync()
      #expect(Set(journal.segments().map(\.lane)).count == 2)
      let image = disk.image
      let lost = image.afterPowerLoss(image.powerChoices.map { _ in 0 })
      let left = JournalFixture(SimulatedDisk(lost).makeProcess(), seed: 7)
      let texts = try left.read(try left.open()).texts
      #expect(Set(texts) == Set((1...14).map(String.init)), "after \(failures) failures")
      #expect(texts.count == 14)
    }
  }

  @Test(
    "records that are written again during a sync use space only briefly",
    arguments: [true, false])
  func duringSync(dropsNewest: Bool) throws {
    let disk = SimulatedDisk()
    let meanwhile = Locked<(@Sendable () -> Void)?>(nil)
    let files = FaultyFileSystem(disk.makeProcess()) { call in
      if call.name == "sync" { meanwhile.withLock { $0.take() }?() }
      return .none
    }
    var fixture = fixture(disk, windowBytes: 256 << 10, on: files)
    fixture.options.cap.dropsNewest = dropsNewest
    let journal = try fixture.open()
    let padding = String(repeating: "x", count: 940)
    for number in 1...26 { try fixture.append("\(number) \(padding)", to: journal) }
    let writer = fixture
    meanwhile.withLock {
      $0 = {
        for number in 27...86 {
          disk.faults = DiskFaults([.init(.write, at: 1, .fail(FileError.inputOutput))])
          #expect(throws: Never.self) { try writer.append("\(number)", to: journal) }
          disk.faults = DiskFaults()
        }
      }
    }
    try journal.sync()
    #expect(work.withLock { $0.most } <= 26 * 1_024 + Self.cap / 4)
    for _ in 1...2 {
      fixture.clock.advance(bySeconds: 60)
      try fixture.append("more", to: journal)
      try journal.sync()
    }
    #expect(disk.image.bytes <= 64 << 10)
    #expect(journal.drops.isEmpty)
    #expect(try fixture.read(journal).texts.count == 88)
    let image = disk.image
    let lost = image.afterPowerLoss(image.powerChoices.map { _ in 0 })
    let left = JournalFixture(SimulatedDisk(lost).makeProcess(), seed: 7)
    #expect(try left.read(try left.open()).texts.count == 88)
  }

  @Test(
    "a sync succeeds also when other processes have filled the folder beyond the cap and a quarter")
  func besideAnother() throws {
    let disk = SimulatedDisk()
    let fixture = fixture(disk, windowBytes: 0)
    let journal = try fixture.open()
    var other = JournalFixture(disk.makeProcess(), seed: 9)
    other.options = fixture.options
    let neighbour = try other.open()
    let padding = String(repeating: "x", count: 940)
    disk.faults = DiskFaults([.init(.sync, at: 1, count: 1_000_000, .fail(FileError.inputOutput))])
    for number in 1...400 { try fixture.append("\(number) \(padding)", to: journal) }
    try? journal.sync()
    disk.faults = DiskFaults()
    for number in 1...400 { try other.append("\(number) \(padding)", to: neighbour) }
    try neighbour.sync()
    try journal.refresh()
    fixture.clock.advance(bySeconds: 60)
    try journal.sync()
    #expect(try fixture.read(journal).texts.count == 800)
  }
}
