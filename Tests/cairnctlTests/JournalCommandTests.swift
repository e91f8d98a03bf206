import Cairn
import Foundation
import Testing

@Suite struct JournalCommandTests {
  /// A journal with seven events that nobody took.
  func journal() async throws -> String {
    let path = NSTemporaryDirectory() + "cairnctl-\(UUID().uuidString)"
    var configuration = Configuration(destinations: [Shut()])
    configuration.directory = URL(fileURLWithPath: path)
    let analytics = Analytics(configuration)
    for number in 1...7 { analytics.track("Event \(number)") }
    await analytics.close(flushingForSeconds: 0)
    return path
  }

  struct Shut: Destination {
    let name = "shut"
    func deliver(_ batch: Batch) async -> Outcome { .later(afterSeconds: 300, reason: "shut") }
  }

  func segment(_ path: String) throws -> String {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return path + "/" + (try #require(names.first { $0.hasSuffix(".seg") }))
  }

  @Test("inspect shows segments, destinations and a ledger that balances")
  func inspect() async throws {
    let path = try await journal()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let tables = try Command.run("journal", "inspect", path)
    #expect(tables.status == 0)
    #expect(tables.output.contains("1…7"))
    #expect(tables.output.contains("shut"))
    let json = try Command.run("journal", "inspect", "--json", path)
    let reports = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    let row = try #require((reports[0]["destinations"] as? [[String: Any]])?.first)
    #expect(row["accepted"] as? Int == 7)
    #expect(row["pending"] as? Int == 7)
    #expect(row["balances"] as? Bool == true)
  }

  @Test("tail prints the last events as JSON")
  func tail() async throws {
    let path = try await journal()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try Command.run("journal", "tail", "--number", "3", path)
    let names = try result.output.split(separator: "\n").map { line in
      try (JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["event"]
        as? String
    }
    #expect(names == ["Event 5", "Event 6", "Event 7"])
  }

  @Test("verify finds nothing in a sound journal, and says where a changed byte is")
  func verify() async throws {
    let path = try await journal()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try Command.run("journal", "verify", path).status == 0)
    let file = try segment(path)
    var bytes = try #require(FileManager.default.contents(atPath: file))
    let place = try #require(bytes.range(of: Data("Event 4".utf8))).lowerBound
    bytes[place] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file))
    let result = try Command.run("journal", "verify", path)
    #expect(result.status == 1)
    #expect(result.output.contains("events 4…4 cannot be read"))
    #expect(result.output.contains(" at "))
  }

  @Test("a folder without a journal gets one sentence")
  func noJournal() throws {
    let result = try Command.run("journal", "inspect", "/nonexistent")
    #expect(result.status != 0)
    #expect(result.error.contains("There is no folder /nonexistent"))
  }
}
