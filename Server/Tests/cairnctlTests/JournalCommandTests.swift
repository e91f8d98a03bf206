import ToolTestSupport
import Cairn
import Foundation
import Testing

@Suite struct JournalCommandTests {
  func report(_ output: String) throws -> [String: Any] {
    let reports = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    return try #require(reports?.first)
  }

  @Test("inspect shows lanes, destinations and a ledger that balances")
  func inspect() async throws {
    let scene = try await JournalFolderFixture.filled()
    let tables = try Command.run("journal", "inspect", scene.path)
    #expect(tables.status == 0)
    #expect(tables.output.contains("1…50"))
    #expect(tables.output.contains("100 events"))
    #expect(tables.output.contains("total"))
    #expect(tables.output.contains("shut: batch"))
    #expect(tables.output.contains("picky: 20 dead letters stored"))
    #expect(!tables.output.contains(".seg"))
    #expect(try Command.run("journal", "inspect", "--segments", scene.path).output.contains(".seg"))
  }

  @Test("the JSON of inspect has its keys")
  func inspectJSON() async throws {
    let scene = try await JournalFolderFixture.filled()
    let report = try report(try Command.run("journal", "inspect", "--json", scene.path).output)
    #expect(
      Set(report.keys) == [
        "path", "totals", "oldestEvent", "oldestEventAgeSeconds", "lanes", "segments",
        "destinations", "unreadable",
      ])
    let totals = try #require(report["totals"] as? [String: Int])
    #expect(totals["lanes"] == 2)
    #expect(totals["events"] == 100)
    #expect((report["segments"] as? [[String: Any]])?.count == totals["segments"])
    let destinations = try #require(report["destinations"] as? [[String: Any]])
    #expect(destinations.map { $0["name"] as? String } == ["picky", "shut"])
    #expect(destinations.allSatisfy { $0["balances"] as? Bool == true })
    #expect(destinations[0]["delivered"] as? Int == 80)
    #expect(destinations[0]["deadLettersStored"] as? Int == 20)
    #expect(destinations[1]["pending"] as? Int == 100)
    let batch = try #require(destinations[1]["batchInFlight"] as? [String: Any])
    #expect(batch["bodyIsWhole"] as? Bool == true)
    #expect(batch["events"] as? Int == 20)
    #expect((destinations[1]["bodies"] as? [String: Int])?.count == 1)
  }

  @Test("inspect shows damaged parts", arguments: Harm.allCases)
  func inspectHarmed(harm: Harm) async throws {
    let scene = try await JournalFolderFixture.filled()
    _ = try harm.apply(to: scene)
    let result = try Command.run("journal", "inspect", "--json", scene.path)
    #expect(result.status == 0)
    _ = try report(result.output)
  }

  @Test(
    "tail prints the last events as JSON, over segments and lanes", arguments: [0, 3, 60, 1_000])
  func tail(number: Int) async throws {
    let scene = try await JournalFolderFixture.filled()
    let result = try Command.run("journal", "tail", "--number", "\(number)", scene.path)
    let numbers = try result.output.split(separator: "\n").map { line in
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (event?["event"] as? String)?.split(separator: " ").last.map(String.init)
    }
    let all = (1...50).map(String.init)
    #expect(numbers == Array((all + all).suffix(number)))
  }

  @Test("the commands accept a copy of parts of a journal", arguments: ["log", "dest", "bare"])
  func parts(kept: String) async throws {
    let scene = try await JournalFolderFixture.filled()
    let folder = scene.path + "/part"
    let from = kept == "bare" ? "/log" : "/" + kept
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let place = kept == "bare" ? folder + "/x" : folder + "/" + kept
    try FileManager.default.copyItem(atPath: scene.journal + from, toPath: place)
    let report = try report(
      try Command.run("journal", "inspect", "--json", kept == "bare" ? place : folder).output)
    #expect((report["totals"] as? [String: Int])?["events"] == (kept == "dest" ? 0 : 100))
    #expect((report["destinations"] as? [Any])?.count == (kept == "dest" ? 2 : 0))
    #expect(try Command.run("journal", "verify", place).status == 0 || kept == "dest")
  }

  @Test("verify accepts a copy of the dead letters")
  func collectedDeadLetters() async throws {
    let scene = try await JournalFolderFixture.filled()
    let result = try Command.run("journal", "verify", scene.journal + "/dest/picky/dead")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("20 events"))
  }

  @Test(
    "the commands accept a journal without events",
    arguments: ["inspect", "verify", "tail", "export"])
  func empty(command: String) async throws {
    let scene = JournalFolderFixture()
    await scene.open(Shut()).close(flushingForSeconds: 0)
    let result = try Command.run("journal", command, scene.path)
    #expect(result.status == 0, "\(result)")
    let output = try Command.run("journal", "repair", scene.path, "--output", scene.path + "-new")
    #expect(output.status == 0)
    try FileManager.default.removeItem(atPath: scene.path + "-new")
  }

  @Test(
    "a folder without a journal gets one sentence",
    arguments: ["inspect", "verify", "tail", "export"])
  func noJournal(command: String) throws {
    let missing = try Command.run("journal", command, "/nonexistent")
    #expect(missing.status == 64)
    #expect(missing.error.contains("The folder /nonexistent does not exist"))
    let scene = JournalFolderFixture()
    try FileManager.default.createDirectory(
      atPath: scene.path + "/log/apt", withIntermediateDirectories: true)
    let foreign = try Command.run("journal", command, scene.path)
    #expect(foreign.status == 64)
    #expect(foreign.error.contains("There is no journal in"))
  }
}
