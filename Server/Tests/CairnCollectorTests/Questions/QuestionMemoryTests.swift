#if os(Linux)
import Foundation
import GRDB
import Testing
import ToolTestSupport

@testable import CairnCollector

@Suite("Questions over many events take little memory")
struct QuestionMemoryTests {
  /// 2025-11-24, in hours since 1970.
  private static let begin: Int64 = 490_032

  /// Adds the activity of 1,500,000 events of 700 hours.
  private func fill(_ path: String) async throws {
    var entries = ActivityPart(name: nil, hour: 0, events: 0)
    for event in 0..<190 {
      entries.add(
        ActivityEntry(user: UInt64(event + 1), time: Int64(event), sequence: Int64(event)))
    }
    let blob = Data(entries.entries)
    try await DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 7894)
          INSERT INTO activity (project, hour, name, events, first, last, entries)
          SELECT 'shop', \(Self.begin) + n % 700, iif(n % 2 = 0, 'Opened', 'Bought'), 190, 0, 189, ?
          FROM n
          """, arguments: [blob])
    }
  }

  @Test("six concurrent questions use less than 150 MiB")
  func peak() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("events.sqlite")
    let process = try RunningProcess(tool: "collect", "--port", "0", "--database", path)
    defer { process.stop() }
    // Collecting at http://127.0.0.1:49152 into …
    let address = String(try #require(process.line()).split(separator: " ")[2])
    let client = TestClient(port: try #require(URL(string: address)?.port))
    try await fill(path)
    let period = "project=shop&from=2025-11-24&to=2025-12-24"
    let paths = [
      "/v1/trend?\(period)&measure=users", "/v1/trend?\(period)&measure=users&unit=hour",
      "/v1/trend?\(period)&by=plan", "/v1/retention?\(period)&unit=week",
      "/v1/funnel?\(period)&step=Opened&step=Bought", "/v1/search?\(period)&user=nobody",
    ]
    try await withThrowingTaskGroup(of: TestAnswer.self) { group in
      for path in paths { group.addTask { try await client.get(path) } }
      for try await answer in group { #expect(answer.status == 200, "\(answer.text)") }
    }
    let funnel = try await client.get(paths[4]).text
    #expect(funnel.contains(#""name":"Bought","users":190"#))
    let peak = try #require(process.peakResidentBytes())
    #expect(peak < 150 << 20)
  }
}
#endif
