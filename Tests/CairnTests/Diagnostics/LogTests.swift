import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct LogTests {
  struct Line: Hashable, Comparable {
    let level: String
    let code: String
    static func < (left: Line, right: Line) -> Bool {
      (left.code, left.level) < (right.code, right.level)
    }
  }

  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Sources", directoryHint: .isDirectory
  ).standardizedFileURL

  @Test("the table of the article and the source name the same lines")
  func table() throws {
    let article = try String(
      contentsOf: root.appending(path: "Cairn/Cairn.docc/Log.md"), encoding: .utf8)
    let documented = article.matches(of: /(?m)^\| (\w+) \| `(\S+)` \|/).map {
      Line(level: String($0.1), code: String($0.2))
    }
    let said = try sources().flatMap(lines)
    #expect(said.count > 15)
    #expect(Set(documented).sorted() == Set(said).sorted())
    #expect(Set(documented).count == documented.count)
  }

  private func sources() throws -> [String] {
    // CairnMigration and CairnUI have no articles of their own for their lines.
    try ["Cairn", "CairnMigration", "CairnUI"].flatMap { module in
      let folder = root.appending(path: module, directoryHint: .isDirectory)
      let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map {
        try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
      }
    }
  }

  /// Returns the log lines of a source; a part of a code that the source inserts is an ellipsis in
  /// the table.
  private func lines(_ source: String) -> [Line] {
    source.matches(of: /(?:report|Diagnostic)\(\s*\.(\w+),\s*"((?:\\\([^)]*\)|[^"\\])*)"/).map {
      Line(
        level: String($0.1), code: String($0.2).replacing(/\\\([^)]*\)/, with: "…"))
    }
  }

  @Test(
    "a batch is logged when it is sent and when it is answered, and so are events of an earlier run"
  )
  func batches() async {
    let said = Locked<[String]>([])
    let server = RecordingDestination(
      answer: { _ in .later(afterSeconds: 7_200, reason: "status 503") })
    var configuration = Configuration(destinations: [server])
    configuration.diagnostics = { line in
      said.withLock { $0.append("\(line.level) \(line.code): \(line.message)") }
    }
    let (clock, storage) = (ManualClock(), TestStorage())
    let first = await launch(configuration, clock, storage)
    first.track("One")
    await first.flush()
    let bytes = server.batches[0].body.count
    #expect(
      said.withLock { $0 } == [
        "debug batch.sent: recording: batch flush, 1 events, \(bytes) bytes, tried 0 times before",
        "debug batch.answered: recording: retry later: status 503",
        "warning destination.failed: recording: the events wait, and delivery is tried again: "
          + "status 503",
      ])
    await first.close(flushingForSeconds: 0)
    said.withLock { $0 = [] }
    let second = await launch(configuration, clock, storage)
    let recovered = "notice events.recovered: recording: 1 events recovered from disk"
    #expect(said.withLock { $0.contains(recovered) })
    await second.close(flushingForSeconds: 0)
  }
}
