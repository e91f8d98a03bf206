import ToolTestSupport
import JournalInspection
import Cairn
import Foundation
import Testing

@testable import cairnctl

@Suite struct VerifyCommandTests {
  func report(_ output: String) throws -> [String: Any] {
    let reports = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    return try #require(reports?.first)
  }

  @Test("a sound journal is sound, and the report has its keys")
  func sound() async throws {
    let scene = try await JournalFolderFixture.filled()
    let result = try Command.run("journal", "verify", "--json", scene.path)
    let report = try report(result.output)
    #expect(result.status == 0)
    #expect(
      Set(report.keys) == [
        "path", "sound", "segments", "events", "bytes", "eventsLost", "damages", "notes", "seconds",
        "megabytesPerSecond",
      ])
    #expect(report["events"] as? Int == 120)
    #expect(report["sound"] as? Bool == true)
    #expect((report["notes"] as? [String])?.isEmpty == true)
  }

  @Test(
    "every kind of damage is found, with the number of events that it cost",
    arguments: Harm.allCases)
  func damage(harm: Harm) async throws {
    let scene = try await JournalFolderFixture.filled()
    let lost = try harm.apply(to: scene)
    let result = try Command.run("journal", "verify", "--json", scene.path)
    let report = try report(result.output)
    let damages = try #require(report["damages"] as? [[String: Any]])
    #expect(result.status == 1)
    #expect(damages.count == (harm == .bothSlots ? 2 : 1), "\(damages)")
    #expect(damages.allSatisfy { $0["file"] is String && $0["what"] is String })
    #expect(damages.contains { $0["offset"] is Int } == (harm != .missingBody && harm != .body))
    #expect(report["eventsLost"] as? Int == lost)
  }

  @Test("lines for people have the file, the offset and the lost events")
  func lines() async throws {
    let scene = try await JournalFolderFixture.filled()
    _ = try Harm.payload.apply(to: scene)
    let result = try Command.run("journal", "verify", scene.path)
    #expect(result.status == 1)
    #expect(result.output.contains(".seg at "))
    #expect(result.output.contains("cannot be read: 1 lost"))
    #expect(result.output.contains("1 damages, 1 events lost"))
  }

  @Test("each bit of a segment that changes is found")
  func eachBit() async throws {
    let made = JournalFolderFixture()
    let analytics = made.open()
    for number in 1...2 { analytics.track("Event \(number)") }
    await analytics.close(flushingForSeconds: 0)
    // No process can write to the copy, even if this process has files open.
    let scene = try made.copy()
    let file = try scene.segments()[0]
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    let name = try #require(SegmentName(URL(fileURLWithPath: file).lastPathComponent))
    let folder = SegmentFolder(path: scene.journal + "/log", label: "log")
    let handle = try #require(FileHandle(forWritingAtPath: file))
    for bit in 0..<bytes.count * 8 {
      try handle.seek(toOffset: UInt64(bit / 8))
      try handle.write(contentsOf: [bytes[bit / 8] ^ UInt8(1 << (bit % 8))])
      #expect(!isSound(name, folder), "bit \(bit % 8) of byte \(bit / 8)")
      try handle.seek(toOffset: UInt64(bit / 8))
      try handle.write(contentsOf: [bytes[bit / 8]])
    }
    #expect(isSound(name, folder))
  }

  func isSound(_ name: SegmentName, _ folder: SegmentFolder) -> Bool {
    var check = SegmentCheck(name, in: folder)
    check.run()
    return check.obstacle == nil
      && LaneCheck([check], settled: [], judgesGaps: true).damages.isEmpty
  }

  @Test("a write that was cut off at any byte is a note")
  func tornTail() async throws {
    let scene = JournalFolderFixture()
    let analytics = scene.open()
    for number in 1...2 { analytics.track("Event \(number)") }
    let copy = try scene.copy()
    await analytics.close(flushingForSeconds: 0)
    let file = try copy.segments()[0]
    let name = try #require(SegmentName(URL(fileURLWithPath: file).lastPathComponent))
    let folder = SegmentFolder(path: copy.journal + "/log", label: "log")
    let size = try Data(contentsOf: URL(fileURLWithPath: file)).count
    for length in (SegmentHeader.size...size).reversed() {
      #expect(truncate(file, off_t(length)) == 0)
      #expect(isSound(name, folder), "cut at \(length)")
    }
    let result = try Command.run("journal", "verify", copy.path)
    #expect(result.status == 0)
  }

  @Test(
    "numbers repeated after a failed sync are a note; damage to the first copy loses no event"
  )
  func repeatedNumbers() throws {
    let scene = try JournalFolderFixture.repeating()
    let file = try scene.segments()[0]
    var result = try Command.run("journal", "verify", scene.path)
    #expect(result.status == 0)
    #expect(result.output.contains("repeated after a failed sync"))
    let last = try #require(try scene.events(file).last)
    try scene.edit(file) { $0[last.offset + 40] ^= 1 }
    result = try Command.run("journal", "verify", scene.path)
    #expect(result.status == 1)
    #expect(result.output.contains("no event lost"))
    let later = try scene.segments()[1]
    let third = try #require(try scene.events(later).dropFirst(2).first)
    try scene.edit(later) { $0[third.offset + 40] ^= 1 }
    result = try Command.run("journal", "verify", scene.path)
    #expect(result.output.contains("events 6…6 cannot be read: 1 lost"))
  }
}
