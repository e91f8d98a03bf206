import Cairn
import CairnCollector
import Foundation
import Testing

@Suite("Our own SDK and the collector understand each other")
struct CairnClientTests {
  func launch(_ port: Int, _ folder: TemporaryFolder, key: String = "KEY") throws -> Analytics {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    var configuration = Configuration(writeKey: key, endpoint: url)
    configuration.instance = "test"
    configuration.directory = URL(fileURLWithPath: folder.path("journal"))
    configuration.retry = RetryPolicy(firstDelay: 0.01, maximumDelay: 0.05)
    return Analytics(configuration)
  }

  @Test("every call arrives with its types and the context, and a repetition is stored once")
  func calls() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await TestCollector.run { running in
      let analytics = try launch(running.port, folder)
      analytics.track("Seen", ["text": "ä\"\\\n", "n": 1, "price": 19.9, "on": true, "none": nil])
      analytics.screen("Checkout")
      analytics.identify("user-1", traits: ["plan": "pro"])
      analytics.group("acme")
      analytics.alias("user-2")
      #expect(await analytics.flush().delivered == 5)
      let rows = try await running.client.get("/v1/events").page().events
      #expect(rows.map(\.type) == ["track", "screen", "identify", "group", "alias"])
      #expect(
        rows[0].event["properties"]
          == ["text": "ä\"\\\n", "n": 1, "price": .double(19.9), "on": .bool(true), "none": .null])
      #expect(rows[0].event["context"]?["library"]?["name"] == "cairn")
      #expect(rows[0].event["sequence"] == 1)
      #expect(rows.allSatisfy { $0.anonymousId == analytics.anonymousID && $0.sentAt != nil })
      #expect(analytics.ledger().balances)
      await analytics.close()
    }
  }

  @Test("the largest event that the SDK records is stored, with any context")
  func largest() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await TestCollector.run { running in
      let analytics = try launch(running.port, folder)
      var length = 32_768
      while analytics.ledger().recorded == 0 {
        analytics.track("Large", ["x": .string(String(repeating: "x", count: length))])
        length -= 1
      }
      #expect(await analytics.flush().delivered == 1)
      #expect(running.collector.statistics().stored == 1)
      await analytics.close()
    }
  }

  @Test(
    "an event that the collector refuses becomes a dead letter with the reason; the others arrive"
  )
  func refused() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await TestCollector.run({ $0.maxEventBytes = 1_000 }) { running in
      let analytics = try launch(running.port, folder)
      analytics.track("First")
      analytics.track("Large", ["x": .string(String(repeating: "x", count: 2_000))])
      analytics.track("Last")
      #expect(await analytics.flush().isComplete)
      let row = analytics.ledger().destinations[0]
      #expect(row.delivered == 2)
      #expect(row.deadLettered == 1)
      #expect(row.balances)
      await analytics.close()
    }
  }

  @Test(
    "an event with the id of a different stored event becomes a dead letter, and the others arrive")
  func conflict() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await TestCollector.run { running in
      let analytics = try launch(running.port, folder)
      analytics.track("First")
      let id = try #require(analytics.track("Taken"))
      analytics.track("Last")
      let other = try await running.client.post(Batches.tracks(["\(id)"])).batch()
      #expect(other.accepted == 1)
      #expect(await analytics.flush().isComplete)
      let row = analytics.ledger().destinations[0]
      #expect(row.delivered == 2 && row.deadLettered == 1 && row.pending == 0 && row.balances)
      let statistics = running.collector.statistics()
      #expect(statistics.stored == 3 && statistics.conflictsReceived == 1)
      await analytics.close()
    }
  }

  @Test("with a wrong key everything is kept, and delivered once the key is correct")
  func wrongKey() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await TestCollector.run({ $0.writeKeys = ["KEY": "project"] }) { running in
      let first = try launch(running.port, folder, key: "WRONG")
      first.track("Kept")
      let failed = await first.flush()
      #expect(failed.pending == 1)
      #expect(failed.destinations[0].problem == "status 401")
      await first.close(flushingForSeconds: 0)
      let second = try launch(running.port, folder)
      #expect(await second.flush().isComplete)
      #expect(running.collector.statistics().stored == 1)
      await second.close()
    }
  }
}
