import GRDB
import Testing

@testable import CairnCollector

@Suite("The counts of all projects cost the same however many projects there are")
struct CountsTests {
  @Test("the counts of all projects are one row, which is found by its key")
  func plan() async throws {
    try await TestCollector.run { running in
      for number in 0..<20 {
        _ = try await running.client.post(Batches.tracks(["m"]), key: "project-\(number)")
      }
      #expect(running.collector.statistics().stored == 20)
      let plan = try await DatabaseQueue(path: running.databasePath).read { db in
        try Row.fetchAll(
          db, sql: "EXPLAIN QUERY PLAN " + Counts.totalsOfAll, arguments: [""]
        ).map { $0["detail"] as String? }
      }
      #expect(plan == ["SEARCH counts USING PRIMARY KEY (project=?)"])
    }
  }
}
