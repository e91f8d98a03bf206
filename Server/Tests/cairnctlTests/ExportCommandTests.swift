import ToolTestSupport
import Cairn
import Foundation
import Testing

@Suite struct ExportCommandTests {
  func names(_ lines: String) throws -> [String] {
    try lines.split(separator: "\n").map { line in
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(event?["event"] as? String)
    }
  }

  @Test("export writes each event once, as a new destination would get it")
  func all() async throws {
    let scene = try await JournalFolderFixture.filled()
    let result = try Command.run("journal", "export", scene.path)
    #expect(result.status == 0)
    #expect(result.error == "100 events exported, 0 damaged\n")
    let copy = try scene.copy()
    let taker = Taker("new")
    let analytics = copy.open(taker)
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    #expect(result.output == taker.events.map { $0 + "\n" }.joined())
    #expect(taker.events.count == 100)
  }

  @Test("export writes the events that a destination has not settled, or those that it refused")
  func chosen() async throws {
    let scene = try await JournalFolderFixture.filled()
    let pending = try Command.run("journal", "export", "--pending", "shut", scene.path)
    #expect(try names(pending.output).count == 100)
    let done = try Command.run("journal", "export", "--pending", "picky", scene.path)
    #expect(done.output.isEmpty)
    let dead = try Command.run("journal", "export", "--dead", "picky", scene.path)
    let letters = try dead.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(letters.count == 20)
    #expect(letters.allSatisfy { $0["reason"] as? String == "bad" })
    #expect((letters[0]["event"] as? [String: Any])?["event"] as? String == "Bad 5")
    let unknown = try Command.run("journal", "export", "--pending", "nobody", scene.path)
    #expect(unknown.status == 64)
    #expect(unknown.error.contains("No journal here has a destination nobody"))
    let both = try Command.run(
      "journal", "export", "--pending", "shut", "--dead", "shut", scene.path)
    #expect(both.status == 64)
  }

  @Test("a file appears when it is complete, and never in the journal")
  func output() async throws {
    let scene = try await JournalFolderFixture.filled()
    let file = scene.path + "-events.ndjson"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let result = try Command.run("journal", "export", scene.path, "--output", file)
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(try names(String(contentsOfFile: file, encoding: .utf8)).count == 100)
    let inside = try Command.run(
      "journal", "export", scene.path, "--output", scene.journal + "/log/events")
    #expect(inside.status == 64)
    let nowhere = try Command.run("journal", "export", scene.path, "--output", "/nonexistent/x")
    #expect(nowhere.status != 0)
  }

  @Test("export selects events by time")
  func times() async throws {
    let scene = try await JournalFolderFixture.filled()
    #expect(try Command.run("journal", "export", "--since", "1h", scene.path).output.count > 0)
    #expect(try Command.run("journal", "export", "--until", "1h", scene.path).output.isEmpty)
    #expect(
      try Command.run("journal", "export", "--until", "2020-02-03", scene.path).output.isEmpty)
    let since = try Command.run(
      "journal", "export", "--since", "2020-02-03T04:05:06Z", scene.path)
    #expect(try names(since.output).count == 100)
    #expect(try Command.run("journal", "export", "--since", "soon", scene.path).status == 64)
  }

  @Test("damaged events are counted, and the others are exported", arguments: Harm.allCases)
  func damage(harm: Harm) async throws {
    let scene = try await JournalFolderFixture.filled()
    let lost = harm == .deadLetter ? try harm.apply(to: scene) * 0 : try harm.apply(to: scene)
    let result = try Command.run("journal", "export", scene.path)
    #expect(result.status == 0)
    #expect(try names(result.output).count == 100 - lost)
    #expect(result.error == "\(100 - lost) events exported, \(lost) damaged\n")
  }

  @Test("an event in two segments of a lane is exported once, from the later one")
  func repeated() throws {
    let scene = try JournalFolderFixture.repeating()
    let expected =
      (1...3).map { "\($0) of segment 1" } + (4...9).map { "\($0) of segment 2" }
    #expect(try names(Command.run("journal", "export", scene.path).output) == expected)
    #expect(
      try names(Command.run("journal", "tail", "-n", "7", scene.path).output)
        == expected.suffix(7))
  }

  @Test("a file of a later version makes the export fail with a message")
  func laterVersion() async throws {
    let scene = try await JournalFolderFixture.filled()
    let file = try scene.segments()[0]
    try scene.edit(file) { bytes in
      bytes[8] = 9
      let check = bytes[..<72].withUnsafeBytes { XXH64.hash($0, seed: 0) }
      withUnsafeBytes(of: check.littleEndian) { bytes.replaceSubrange(72..<80, with: $0) }
    }
    let result = try Command.run("journal", "export", scene.path)
    #expect(result.status == 1)
    #expect(try names(result.output).count == 50)
    #expect(result.error.contains("cannot be read"))
    #expect(try Command.run("journal", "verify", scene.path).output.contains("format version 9"))
  }
}
