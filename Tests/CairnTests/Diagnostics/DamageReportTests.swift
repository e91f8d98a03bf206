import Cairn
import CairnTesting
import Testing

/// The log line for events whose bytes the disk has changed.
@Suite struct DamageReportTests {
  @Test("each destination warns once of damaged events, with their number")
  func damaged() async throws {
    let lines = Locked<[String]>([])
    var configuration = Configuration(destinations: [])
    configuration.flushAt = 100
    configuration.diagnostics = { line in
      guard line.code == "journal.damaged" else { return }
      lines.withLock { $0.append("\(line.level) \(line.message)") }
    }
    let first = TestAnalytics(configuration)
    for number in 1...5 { first.analytics.track("Number \(number)") }
    for name in ["Number 2", "Number 4"] { try change(name, on: first.storage.memory) }
    let next = await first.relaunch()
    #expect(await next.analytics.flush().isComplete)
    let row = next.analytics.ledger().destinations[0]
    #expect(row.damaged == 2)
    #expect(row.balances)
    #expect(
      lines.withLock { $0 } == [
        "warning \(row.name): 2 events can no longer be read and are lost"
      ])
    // Once counted, they are not reported again.
    let last = await next.relaunch()
    await last.analytics.flush()
    #expect(lines.withLock { $0.count } == 1)
    await last.analytics.close()
  }

  /// Changes a byte of this text in the journal's file.
  private func change(_ text: String, on memory: InMemoryFileSystem) throws {
    let path = try #require(segments("/test", memory).first)
    let file = try OpenFile(path, .readWrite, in: memory)
    let bytes = try file.read(file.status().size, at: 0)
    let needle = Array(text.utf8)
    let place = try #require(
      bytes.indices.dropLast(needle.count).first { bytes[$0...].starts(with: needle) })
    try file.write([bytes[place] ^ 0x20], at: place)
  }

  private func segments(_ folder: String, _ memory: InMemoryFileSystem) throws -> [String] {
    try memory.namesIfPresent(in: folder).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      return path.hasSuffix(".seg") ? [path] : try segments(path, memory)
    }
  }
}
