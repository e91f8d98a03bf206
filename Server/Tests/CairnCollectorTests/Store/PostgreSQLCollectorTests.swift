import Foundation
import Testing

@testable import CairnCollector

@Suite("Collectors with PostgreSQL answer as those with SQLite")
struct PostgreSQLCollectorTests {
  @Test("in CI PostgreSQL runs, so that no test passes without it", .enabled(if: Installed.isInCI))
  func runs() {
    #expect(PostgreSQLServer.shared != nil)
  }

  @Test("two collectors store an event once, and either returns it")
  func two() async throws {
    guard let server = PostgreSQLServer.shared else { return }
    let url = try await server.database()
    try await run(url) { first in
      try await run(url) { second in
        let body = Batches.tracks(["a", "b", "c"])
        #expect(try await first.client.post(body).batch().accepted == 3)
        #expect(try await second.client.post(body).batch().duplicates == 3)
        try await server.settle()
        var (ids, after) = ([String](), "")
        repeat {
          let answer = try await second.client.get("/v1/events?limit=2" + after)
          let page = try JSONDecoder().decode(Page.self, from: Data(answer.text.utf8))
          ids += page.events.map(\.messageId)
          after = page.next.map { "&after=\($0)" } ?? ""
        } while !after.isEmpty
        #expect(ids == ["a", "b", "c"])
        #expect(try await first.client.get("/v1/events?after=7").status == 400)
        #expect(try await first.client.get("/health/ready").status == 200)
        #expect(first.collector.statistics().stored == 3)
        #expect(second.collector.statistics().duplicatesReceived == 3)
      }
    }
  }

  @Test("a database that is away answers 503, and events are stored when it is back")
  func away() async throws {
    guard let server = PostgreSQLServer.shared else { return }
    let url = try await server.database()
    try await run(url) { running in
      let database = url.split(separator: "/").last?.split(separator: "?").first ?? ""
      #expect(try await running.client.post(Batches.tracks(["a"])).status == 200)
      try await server.administer("ALTER DATABASE \(database) ALLOW_CONNECTIONS false")
      try await server.administer(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
      for _ in 0..<2 {
        #expect(try await running.client.post(Batches.tracks(["a", "b"])).status == 503)
      }
      #expect(try await running.client.get("/health/ready").status == 503)
      try await server.administer("ALTER DATABASE \(database) ALLOW_CONNECTIONS true")
      let answer = try await running.client.post(Batches.tracks(["a", "b"])).batch()
      #expect(answer.results.map(\.result) == ["duplicate", "ok"])
    }
  }

  @Test("a URL of something else is refused, and is not in the message")
  func wrong() {
    let error = #expect(throws: CollectorError.self) {
      try Collector(CollectorConfiguration(storeURL: "mysql://user:secret@host/name"))
    }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains("secret") == false)
  }

  private struct Page: Decodable {
    struct Event: Decodable { var messageId: String }
    var events: [Event]
    var next: String?
  }

  private func run(
    _ url: String, _ body: @Sendable (TestCollector) async throws -> Void
  ) async throws {
    try await TestCollector.run({ $0.storeURL = url }, body)
  }
}
