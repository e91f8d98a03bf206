import ToolTestSupport
import Cairn
import Foundation
import Testing

@Suite struct RepairCommandTests {
  /// Returns the events that the SDK delivers from a folder, and its ledger.
  func deliver(_ scene: JournalFolderFixture) async -> (events: [String], ledger: String) {
    let shut = Taker("shut")
    let picky = Taker("picky")
    let new = Taker("new")
    let analytics = scene.open(shut, picky, new)
    _ = await analytics.flush()
    let ledger = analytics.ledger().description
    await analytics.close(flushingForSeconds: 0)
    return (shut.events + ["picky"] + picky.events + ["new"] + new.events, ledger)
  }

  /// Returns the comparable rows: a new destination does not count events between two segments as
  /// missing, and the new folder has only one segment.
  func rows(_ ledger: String, _ harm: Harm) -> [Substring] {
    let rows = ledger.split(separator: "\n")
    return harm == .missingSegment || harm == .cutSegment
      ? rows.filter { !$0.hasPrefix("new") } : rows
  }

  @Test(
    "the SDK delivers the same events from the new folder as from the old one",
    arguments: Harm.allCases)
  func deliversTheSame(harm: Harm) async throws {
    let old = try await JournalFolderFixture.filled()
    let lost = try harm.apply(to: old)
    let new = JournalFolderFixture()
    let result = try Command.run("journal", "repair", old.path, "--output", new.path)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("lost: \(lost) events"))
    let verified = try Command.run("journal", "verify", new.path)
    #expect(
      verified.status
        == (harm == .missingBody || harm == .body || harm == .bothSlots ? verified.status : 0),
      "\(verified.output)")
    let expected = await deliver(old)
    let found = await deliver(new)
    #expect(found.events == expected.events)
    #expect(rows(found.ledger, harm) == rows(expected.ledger, harm))
    #expect(found.events.count >= 100 - lost)
  }

  @Test("the new folder belongs to the same installation")
  func installation() async throws {
    let old = JournalFolderFixture()
    var configuration = Configuration(destinations: [Shut()])
    configuration.directory = URL(fileURLWithPath: old.path)
    configuration.instance = "app"
    configuration.installation = "this one"
    let analytics = Analytics(configuration)
    analytics.track("Event")
    await analytics.close(flushingForSeconds: 0)
    let new = JournalFolderFixture()
    #expect(try Command.run("journal", "repair", old.path, "--output", new.path).status == 0)
    let mark = try String(contentsOfFile: old.journal + "/install", encoding: .utf8)
    #expect(try String(contentsOfFile: new.journal + "/install", encoding: .utf8) == mark)
    try Data("half of one".utf8).write(to: URL(fileURLWithPath: old.journal + "/install"))
    let verified = try Command.run("journal", "verify", old.path)
    #expect(verified.status == 0)
    #expect(verified.output.contains("install: contains no identifier"))
  }

  @Test("events that stand in two segments are delivered as before")
  func repeated() async throws {
    let old = try JournalFolderFixture.repeating()
    let new = JournalFolderFixture()
    #expect(try Command.run("journal", "repair", old.path, "--output", new.path).status == 0)
    let expected = try Command.run("journal", "export", old.path).output
    #expect(try Command.run("journal", "export", new.path).output == expected)
    #expect(await deliver(old).events == deliver(new).events)
  }

  @Test("a folder that is not empty, or in the old one, is refused")
  func refusals() async throws {
    let scene = try await JournalFolderFixture.filled()
    let other = try scene.copy()
    let taken = try Command.run("journal", "repair", scene.path, "--output", other.path)
    #expect(taken.status == 64)
    #expect(taken.error.contains("is not an empty folder"))
    let inside = try Command.run(
      "journal", "repair", scene.journal, "--output", scene.journal + "/new")
    #expect(inside.status == 64)
    #expect(inside.error.contains("in the old one"))
    let empty = JournalFolderFixture()
    try FileManager.default.createDirectory(
      atPath: empty.path, withIntermediateDirectories: true)
    #expect(try Command.run("journal", "repair", scene.path, "--output", empty.path).status == 0)
    #expect(try empty.segments().count == scene.segments().count)
  }
}
