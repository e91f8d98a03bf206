import Cairn
import CairnTesting
import Testing

/// P3, P5: `readdir(3)` may omit files that are created while it reads, so a list of a folder does
/// not prove that a file is missing.
@Suite struct ListingTests {
  let disk = SimulatedDisk()
  let clock = ManualClock()

  /// A program that records, and begins a segment with each event.
  final class Writer: Sendable {
    let journal: Journal
    private let fixture: JournalFixture
    private let count = Locked(0)

    init(_ disk: SimulatedDisk, seed: UInt64) throws {
      fixture = JournalFixture(disk.makeProcess(), seed: seed)
      journal = try fixture.open()
    }

    var written: Int { count.withLock { $0 } }

    func write(_ segments: Int) {
      for _ in 0..<segments {
        let number = count.withLock { count in
          count += 1
          return count
        }
        journal.beginSegment()
        _ = try? fixture.append("\(number)", to: journal)
      }
    }
  }

  /// Another program that delivers the events of the first one.
  struct DeliveryWorker {
    let process: DiskProcess
    let journal: Journal
    var reader: JournalReader
    var settled = SettledPositions()
    var texts: [String] = []
    var damaged: [PositionRange] = []

    init(_ disk: SimulatedDisk) throws {
      process = disk.makeProcess()
      journal = try JournalFixture(process, seed: 99).open()
      reader = JournalReader(journal)
    }

    /// Reads and settles all events that it finds, including damaged ones.
    mutating func deliver() {
      var found: [PositionRange] = []
      var texts: [String] = []
      reader.read(after: settled) { item in
        switch item {
        case .event(let position, let payload, _):
          texts.append(String(decoding: payload, as: UTF8.self))
          found.append(position)
        case .damaged(let range):
          damaged.append(range)
          found.append(range)
        }
        return true
      }
      self.texts += texts
      settled.insert(found)
    }
  }

  @Test(
    "any segments that are made during a listing and missing from it do not count as damage",
    arguments: 1...4)
  func omitted(made: Int) throws {
    for mask in 0..<(1 << made) {
      for reclaims in [false, true] {
        let disk = SimulatedDisk()
        let writer = try Writer(disk, seed: 1)
        var worker = try DeliveryWorker(disk)
        writer.write(3)
        worker.deliver()
        let settled = worker.settled
        disk.omitFromListings { name in
          guard let number = SegmentName(name)?.number, number > 3 else { return false }
          return mask >> (Int(number) - 4) & 1 == 1
        }
        disk.interruptListing(of: worker.process) {
          writer.write(made)
          if reclaims { _ = writer.journal.reclaim(behind: [settled]) }
        }
        worker.deliver()
        #expect(worker.damaged.isEmpty, "of \(made) without \(mask)")
        worker.deliver()
        #expect(
          worker.texts == (1...made + 3).map(String.init),
          "of \(made) without \(mask), reclaimed: \(reclaims)")
      }
    }
  }

  @Test("a lane without files in a list is still known, and stays settled")
  func laneInNoList() throws {
    let writer = try Writer(disk, seed: 1)
    var worker = try DeliveryWorker(disk)
    writer.write(3)
    worker.deliver()
    let settled = worker.settled
    disk.omitFromListings { _ in true }
    disk.interruptListing(of: worker.process) {
      writer.write(1)
      _ = writer.journal.reclaim(behind: [settled])
    }
    try worker.journal.refresh()
    #expect(worker.journal.segments().contains { $0.lane == writer.journal.lane })
  }

  @Test("while segments are made during every list, each event is found once and none is damaged")
  func always() throws {
    let writer = try Writer(disk, seed: 1)
    var worker = try DeliveryWorker(disk)
    disk.omitFromListings { XXH64.hash(Array($0.utf8), seed: 3) % 3 > 0 }
    for round in 0..<150 {
      disk.interruptListing(of: worker.process) { writer.write(1 + round % 4) }
      worker.deliver()
      _ = worker.journal.reclaim(behind: [worker.settled])
    }
    worker.deliver()
    #expect(worker.damaged.isEmpty)
    #expect(worker.texts == (1...writer.written).map(String.init))
  }

  @Test(
    "a known file that a list omits still exists, of this process or another")
  func passedOver() throws {
    let writer = try Writer(disk, seed: 1)
    writer.write(6)
    var worker = try DeliveryWorker(disk)
    for number in UInt32(1)...6 {
      disk.omitFromListings(old: true) { SegmentName($0)?.number == number }
      for journal in [writer.journal, worker.journal] {
        try journal.refresh()
        #expect(journal.segments().map(\.name.number) == Array(1...6), "without \(number)")
      }
    }
    worker.deliver()
    #expect(worker.texts == (1...6).map(String.init))
    #expect(worker.damaged.isEmpty)
  }

  @Test("events that are really gone are counted as damaged, once")
  func reallyGone() throws {
    let writer = try Writer(disk, seed: 1)
    writer.write(6)
    let lane = writer.journal.lane
    let names = writer.journal.segments().map(\.name.fileName)
    for place in [0, 1, 3] { try disk.makeProcess().remove("/log/" + names[place]) }
    var worker = try DeliveryWorker(disk)
    worker.deliver()
    worker.deliver()
    #expect(worker.texts == ["3", "5", "6"])
    #expect(
      worker.damaged == [
        PositionRange(lane: lane, first: 1, last: 2), PositionRange(lane: lane, first: 4, last: 4),
      ])
  }

  @Test("segments that are made during listings of a real folder do not count as damage")
  func realFolder() throws {
    let folder = RealFolder()
    let log = folder.path + "/log"
    let files = PosixFileSystem()
    try files.makeDirectory(log)
    // There are more names than one system call returns: only the names from one call are
    // consistent.
    for number in 0..<1_200 {
      _ = try OpenFile(log + "/no segment, but a name \(number)", .create, in: files)
    }
    var options = JournalOptions()
    options.segmentBytes = 4_096
    let journal = try Journal(
      directory: log, files: files, clock: SystemClock(), randomness: SystemRandomness(),
      options: options)
    let delivering = try Journal(
      directory: log, files: files, clock: SystemClock(), randomness: SystemRandomness())
    let total = 6_000
    let writer = Beside {
      let fixture = JournalFixture(files)
      for number in 1...total {
        _ = try? fixture.append("\(number)" + String(repeating: "x", count: 300), to: journal)
      }
    }
    var reader = JournalReader(delivering)
    var settled = SettledPositions()
    var (events, damaged) = (0, 0)
    while true {
      let isLast = writer.hasEnded
      var found: [PositionRange] = []
      reader.read(after: settled) { item in
        switch item {
        case .event(let position, _, _):
          events += 1
          found.append(position)
        case .damaged(let range):
          damaged += range.count
          found.append(range)
        }
        return true
      }
      settled.insert(found)
      _ = delivering.reclaim(behind: [settled])
      if isLast { break }
    }
    #expect(events == total)
    #expect(damaged == 0)
  }
}
