import ToolTestSupport
import JournalInspection
import Cairn
import Foundation
import Testing

@testable import cairnctl

/// `cairnctl journal dead` on folders that the SDK created; `picky` refused 20 of 100 events.
@Suite struct DeadCommandTests {
  func letters(_ scene: JournalFolderFixture, _ arguments: String...) throws -> [[String: Any]] {
    let result = try Command.run(["journal", "dead", scene.path, "--json"] + arguments)
    #expect(result.status == 0, "\(result.error)")
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(json as? [[String: Any]])
  }

  func ids(_ scene: JournalFolderFixture, _ arguments: String...) throws -> [String] {
    try letters(scene).compactMap { $0["id"] as? String }
  }

  /// Returns the counters in the journal's folder, by destination.
  func accounts(_ scene: JournalFolderFixture) throws -> [String: [String: Any]] {
    let result = try Command.run("journal", "inspect", "--json", scene.path)
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let reports = try #require(json as? [[String: Any]])
    let rows = try #require(reports.first?["destinations"] as? [[String: Any]])
    return Dictionary(
      rows.map { ($0["name"] as? String ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  func expect(_ scene: JournalFolderFixture, _ name: String, _ numbers: [String: Int]) throws {
    let account = try #require(try accounts(scene)[name])
    #expect(account["balances"] as? Bool == true)
    for (field, number) in numbers { #expect(account[field] as? Int == number, "\(name) \(field)") }
    let verified = try Command.run("journal", "verify", scene.path)
    #expect(verified.status == 0, "\(verified.output)")
  }

  @Test("the list has a line a letter, with the same for `dead` and `dead list`")
  func list() async throws {
    let scene = try await JournalFolderFixture.filled()
    let result = try Command.run("journal", "dead", scene.path)
    #expect(result.status == 0)
    #expect(result.error.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 21)
    let id = try ids(scene)[0]
    #expect(
      lines[1].split(separator: " ", omittingEmptySubsequences: true).dropFirst()
        == ["picky", "Bad", "5", Substring(id), "-", "bad"])
    #expect(try Command.run("journal", "dead", "list", scene.path).output == result.output)
    let one = try Command.run("journal", "dead", scene.path, String(id.suffix(8)))
    let found = one.output.split(separator: "\n").dropFirst()
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.contains(id) })
    let none = try Command.run("journal", "dead", scene.path, "--destination", "shut")
    #expect(none.output == "no dead letters\n")
  }

  @Test("JSON has all of a letter")
  func json() async throws {
    let scene = try await JournalFolderFixture.filled()
    let letter = try letters(scene)[0]
    #expect(
      Set(letter.keys) == [
        "journal", "destination", "id", "type", "name", "refusedAt", "reason", "event", "context",
      ])
    #expect(letter["journal"] as? String == scene.journal)
    #expect(letter["destination"] as? String == "picky")
    #expect(letter["name"] as? String == "Bad 5")
    #expect((letter["event"] as? [String: Any])?["messageId"] as? String == letter["id"] as? String)
    #expect(try letters(scene, "--reason", "BAD").count == 20)
    #expect(try letters(scene, "--reason", "good").isEmpty)
  }

  @Test("the detail has the status, the answer and the event, without control characters")
  func verbose() async throws {
    let scene = JournalFolderFixture()
    let analytics = scene.open(Strict())
    analytics.track("Order \u{1B}[2J Completed", ["total": 19.9])
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    let detail = try Command.run("journal", "dead", "-v", scene.path)
    #expect(detail.status == 0)
    #expect(detail.output.contains("  status       422\n"))
    #expect(detail.output.contains("  answer       {\"error\":\"no\"} [31m\n"))
    #expect(detail.output.contains("\"total\" : 19.9"))
    let table = try Command.run("journal", "dead", scene.path).output
    #expect(table.contains("Order  [2J Completed"))
    #expect(!(detail.output + table).contains("\u{1B}"))
  }

  @Test("in a terminal no line exceeds its width, and the answer gives the reason")
  func table() async throws {
    let scene = JournalFolderFixture()
    let analytics = scene.open(Strict(name: "a-destination-of-long-name"))
    for name in ["Short", "An event that has a very long name, indeed"] { analytics.track(name) }
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    let folder = JournalFolder(path: scene.journal)
    let name = try #require(folder.destinations.first)
    let letters = try folder.box(of: name).contents().letters
    #expect(letters.count == 2)
    let rows = letters.map { DeadLetterRow(journal: "", destination: name, letter: $0) }
    let lines = DeadLetterTable(rows: rows, width: 80).text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines[0].hasPrefix("refused, UTC      to            event"))
    #expect(lines[1].hasSuffix("422     {\"error…"))
    #expect(lines[2].contains("a-destinati…  An event that has a…  "))
  }

  @Test("events that were put back are sent once, only to the destination that refused them")
  func replay() async throws {
    let scene = JournalFolderFixture()
    let other = Taker("other")
    var analytics = scene.open(Picky(), other)
    for number in 1...10 { analytics.track(number > 7 ? "Bad \(number)" : "Good \(number)") }
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    #expect(other.events.count == 10)
    let refused = try ids(scene)
    let result = try Command.run("journal", "dead", "replay", scene.path, "--all")
    #expect(result.status == 0)
    #expect(result.output == "picky: 3 put back, 0 remain\n")
    try expect(
      scene, "picky",
      ["accepted": 13, "delivered": 7, "replayed": 3, "deadLettered": 0, "pending": 3])
    let mended = Taker("picky")
    analytics = scene.open(mended, other)
    _ = await analytics.flush()
    #expect(analytics.ledger().balances)
    await analytics.close(flushingForSeconds: 0)
    let sent = try mended.events.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(sent.map { $0["messageId"] as? String } == refused)
    #expect(sent.map { $0["event"] as? String } == ["Bad 8", "Bad 9", "Bad 10"])
    #expect(other.events.count == 10)
    try expect(scene, "picky", ["accepted": 13, "delivered": 10, "replayed": 3, "pending": 0])
    try expect(scene, "other", ["accepted": 13, "delivered": 10, "filtered": 3, "pending": 0])
    #expect(try scene.segments(in: "dest/picky/dead").isEmpty)
    let again = try Command.run("journal", "dead", "replay", scene.path, "--all")
    #expect(again.status == 0)
    #expect(again.output == "no dead letters put back\n")
  }

  @Test("letters are put back by identifier or by reason, and the others are discarded")
  func chosen() async throws {
    let scene = try await JournalFolderFixture.filled()
    let all = try ids(scene)
    let one = try Command.run("journal", "dead", "replay", scene.path, all[3])
    #expect(one.output == "picky: 1 put back, 19 remain\n")
    #expect(try ids(scene) == all.filter { $0 != all[3] })
    let exported = try Command.run("journal", "export", "--dead", "picky", scene.path)
    #expect(exported.error == "19 events exported, 0 damaged\n")
    let none = try Command.run(
      "journal", "dead", "discard", scene.path, "--all", "--reason", "other")
    #expect(none.output == "no dead letters discarded\n")
    let rest = try Command.run(
      "journal", "dead", "discard", scene.path, "--all", "--reason", "bad", "--json")
    let results = try #require(
      try JSONSerialization.jsonObject(with: Data(rest.output.utf8)) as? [[String: Any]])
    #expect(results.map { $0["events"] as? Int } == [19])
    #expect(results.map { $0["remaining"] as? Int } == [0])
    try expect(
      scene, "picky",
      [
        "accepted": 101, "delivered": 80, "replayed": 1, "deadLettered": 0, "dropped": 19,
        "deadLettersStored": 0,
      ])
    #expect(try accounts(scene)["picky"]?["droppedByReason"] as? [String: Int] == ["discarded": 19])
    #expect(try ids(scene).isEmpty)
  }

  @Test("a repaired folder has the letters that are left, and no others")
  func repair() async throws {
    let scene = try await JournalFolderFixture.filled()
    let all = try ids(scene)
    _ = try Command.run("journal", "dead", "discard", scene.path, all[0], all[5])
    let new = JournalFolderFixture()
    #expect(try Command.run("journal", "repair", scene.path, "--output", new.path).status == 0)
    #expect(try ids(new) == ids(scene))
    #expect(try ids(new).count == 18)
    try expect(new, "picky", ["deadLettered": 18, "dropped": 2, "deadLettersStored": 18])
  }

  @Test("an invalid request changes nothing, and reports the error")
  func mistakes() async throws {
    let scene = try await JournalFolderFixture.filled()
    let before = try accounts(scene)["picky"] as NSDictionary?
    let wrong: [([String], String)] = [
      (["replay", scene.path], "Give identifiers or --all."),
      (["discard", scene.path], "Give identifiers or --all."),
      (["replay", scene.path, "--all", "0123abcd"], "not both"),
      (["replay", scene.path, "0123-0123"], "No dead letter here has the identifier 0123-0123."),
      (["discard", scene.path, "0"], "too short"),
      (["replay", scene.path, "--all", "--destination", "nobody"], "has a destination nobody."),
      (["list", scene.path, "0123abcd-7"], "No dead letter here has the identifier"),
      (["list", scene.path + "/nowhere"], "does not exist"),
    ]
    for (arguments, text) in wrong {
      let result = try Command.run(["journal", "dead"] + arguments)
      #expect(result.status == 64, "\(arguments)")
      #expect(result.error.contains(text), "\(arguments): \(result.error)")
    }
    #expect(try accounts(scene)["picky"] as NSDictionary? == before)
  }

  @Test("a running app delivers events that were put back at a flush")
  func runningOwner() async throws {
    let scene = JournalFolderFixture()
    let isMended = Locked(false)
    let analytics = scene.open(Mendable { isMended.withLock { $0 } })
    for number in 1...5 { analytics.track("Event \(number)") }
    _ = await analytics.flush()
    #expect(analytics.ledger().destinations.first?.deadLettered == 5)
    isMended.withLock { $0 = true }
    let result = try Command.run("journal", "dead", "replay", scene.path, "--all")
    #expect(result.output == "mendable: 5 put back, 0 remain\n", "\(result.error)")
    #expect(await analytics.flush().isComplete)
    let row = try #require(analytics.ledger().destinations.first)
    #expect((row.accepted, row.delivered, row.deadLettered, row.replayed) == (10, 5, 0, 5))
    #expect(row.balances)
    await analytics.close(flushingForSeconds: 0)
    try expect(scene, "mendable", ["accepted": 10, "delivered": 5, "replayed": 5])
  }

  @Test("a destination that stays in use is reported, and nothing is changed")
  func busy() async throws {
    let scene = try await JournalFolderFixture.filled()
    let lock = try CursorFile(
      scene.journal + "/dest/picky/state", files: PosixFileSystem())
    #expect(lock != nil)
    let result = try Command.run("journal", "dead", "replay", scene.path, "--all")
    #expect(result.status == 1)
    #expect(result.error.contains("picky is in use"))
    #expect(try ids(scene).count == 20)
    withExtendedLifetime(lock) {}
  }

  /// The steps after which a command is killed, as its files show them.
  enum Step: CaseIterable {
    case started, marked, appended, cleared

    func isReached(in scene: JournalFolderFixture, segments: Int) throws -> Bool {
      switch self {
      case .started: true
      case .marked:
        FileManager.default.fileExists(atPath: scene.journal + "/dest/picky/dead/state")
      case .appended: try scene.segments().count > segments
      case .cleared: try scene.segments(in: "dest/picky/dead").isEmpty
      }
    }
  }

  @Test("a command that is killed loses nothing", arguments: Step.allCases)
  func killed(step: Step) async throws {
    let scene = try await JournalFolderFixture.filled()
    let segments = try scene.segments().count
    let process = Process()
    process.executableURL = Command.tool
    process.arguments = ["journal", "dead", "replay", scene.path, "--all"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, try !step.isReached(in: scene, segments: segments) {}
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try accounts(scene)["picky"]?["balances"] as? Bool == true)
    #expect(try Command.run("journal", "dead", "replay", scene.path, "--all").status == 0)
    let taker = Taker("picky")
    let analytics = scene.open(taker)
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    #expect(Set(taker.events).count == 20)
    try expect(scene, "picky", ["deadLettered": 0, "deadLettersStored": 0, "pending": 0])
  }
}

/// Refuses everything.
private struct Strict: Destination {
  var name = "strict"
  func deliver(_ batch: Batch) async -> Outcome {
    .refused(DeliveryRejection("status 422", status: 422, answer: "{\"error\":\"no\"}\u{1B}[31m"))
  }
}

/// Refuses everything until it is repaired.
private struct Mendable: Destination {
  let name = "mendable"
  let isMended: @Sendable () -> Bool
  func deliver(_ batch: Batch) async -> Outcome { isMended() ? .accepted : .refused("not yet") }
}
