import CairnCollector
import Foundation
import Testing

@Suite("The events of a person are exported and erased over HTTP")
struct ErasureTests {
  private struct Answer: Decodable, Equatable {
    var events: Int
    var anonymousIds: [String]
  }

  private static let events = [
    StoreEvents.event("1", user: nil, anonymous: "a"),
    StoreEvents.event("2", user: "ada", anonymous: "a"),
    StoreEvents.event("3", user: "ada"),
    StoreEvents.event("4", user: "new", type: "alias", more: #","previousId":"ada""#),
    StoreEvents.event("5", user: "bob", anonymous: "b"),
    StoreEvents.event("6", user: nil, anonymous: "b"),
  ]

  @Test(
    "an erasure deletes the exported events, can be repeated, and refuses late ones afterwards",
    arguments: StoreEngine.installed)
  func erase(engine: StoreEngine) async throws {
    try await Self.run(engine) { running in
      _ = try await running.client.post(Batches.body(Self.events), key: "SHOP")
      _ = try await running.client.post(Batches.body([Self.events[1]]), key: "BLOG")
      try await exports(["1", "2", "3", "4"], running, "/v1/users/ada/export")
      let first = try await delete(running, "/v1/users/ada")
      #expect(first == Answer(events: 4, anonymousIds: ["a"]))
      #expect(try await ids(running, "/v1/users/ada/export") == [])
      #expect(try await delete(running, "/v1/users/ada") == Answer(events: 0, anonymousIds: []))
      let late = StoreEvents.event("7", user: "ada", at: "2020-01-01T00:00:00Z")
      let reply = try await running.client.post(Batches.body([late]), key: "SHOP").batch()
      #expect(reply.results.map(\.result) == ["refused"])
      #expect(reply.results[0].reason?.hasPrefix("erased: ") == true)
      #expect(try await delete(running, "/v1/anonymous/b") == Answer(events: 1, anonymousIds: []))
      try await PostgreSQLServer.shared?.settle()
      let left = try await running.client.get(
        "/v1/events", headers: ["Authorization": "Bearer ALL"])
      let page = try JSONDecoder().decode(Page.self, from: left.body)
      #expect(page.events.map { "\($0.project) \($0.messageId)" } == ["shop 5", "blog 2"])
      let totals = running.collector.statistics()
      #expect(totals.stored - totals.removed == 2)
    }
  }

  @Test("an export continues on the next page", arguments: StoreEngine.installed)
  func pages(engine: StoreEngine) async throws {
    try await Self.run(engine) { running in
      let events = (0..<9).map { StoreEvents.event("\($0)", user: $0 % 2 == 0 ? "ada" : "bob") }
      _ = try await running.client.post(Batches.body(events), key: "SHOP")
      try await exports(["0", "2", "4", "6", "8"], running, "/v1/users/ada/export", limit: 2)
    }
  }

  @Test(
    "any id that can be stored can be erased, percent-encoded in the path",
    arguments: [
      "export", "a/b", "a b+c", "%", "..", "?x=1", "caf\u{e9}", "cafe\u{301}",
      "'; DROP TABLE events; --",
      "%_", "\u{1F600}", String(repeating: "x", count: 20_000),
    ])
  func hostile(id: String) async throws {
    for engine in StoreEngine.installed {
      try await Self.run(engine) { running in
        let encoded = try #require(id.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let events = [
          StoreEvents.event("1", user: id), StoreEvents.event("2", user: "z"),
          StoreEvents.event("3", user: id.decomposedStringWithCanonicalMapping + "z"),
        ]
        _ = try await running.client.post(Batches.body(events), key: "SHOP")
        try await exports(["1"], running, "/v1/users/\(encoded)/export")
        #expect(try await delete(running, "/v1/users/\(encoded)").events == 1)
        #expect(running.collector.statistics().removed == 1)
      }
    }
  }

  @Test(
    "a path or a query that names no person or no project deletes nothing",
    arguments: [
      ("/v1/users/ada", 400), ("/v1/users/ada?project=", 400), ("/v1/users/ada?project=%ff", 400),
      ("/v1/users/ada?project=shop&limit=3", 400), ("/v1/users?project=shop", 404),
      ("/v1/users/?project=shop", 404), ("/v1/users//?project=shop", 404),
      ("/v1/users/a/b?project=shop", 404), ("/v1/users/ada/?project=shop", 404),
      ("/v1/users/%00?project=shop", 400),
      ("/v1/users/a%00b?project=shop", 400),
      ("/v1/users/\(String(repeating: "x", count: 32_769))?project=shop", 400),
      ("/v1/anonymous?project=shop", 404), ("/v1/users/ada/export?project=shop", 405),
      ("/v1/users/ada?project=else", 200),
    ])
  func wrong(path: String, status: Int) async throws {
    try await Self.run(.sqlite) { running in
      _ = try await running.client.post(Batches.body(Self.events), key: "SHOP")
      let answer = try await running.client.send(
        "DELETE", path, headers: ["Authorization": "Bearer ADMIN"])
      #expect(answer.status == status)
      #expect(running.collector.statistics().removed == 0)
      if status == 404 { #expect(answer.text.contains("/v1/users/*")) }
    }
  }

  @Test("a path that is not UTF-8 is that of no person")
  func notUnicode() async throws {
    try await Self.run(.sqlite) { running in
      // A URL of Foundation has no path then, and the test client would send `/`.
      let connection = try RawConnection(port: running.port)
      try connection.send(
        "DELETE /v1/users/%C3?project=shop HTTP/1.1\r\nHost: 127.0.0.1\r\n"
          + "Authorization: Bearer ADMIN\r\nConnection: close\r\n\r\n")
      let answer = await offThread { connection.answer() }
      #expect(answer.hasPrefix("HTTP/1.1 404") && answer.contains("/v1/users/*"))
    }
  }

  static func run(
    _ engine: StoreEngine, _ body: @Sendable (TestCollector) async throws -> Void
  ) async throws {
    let url = engine == .sqlite ? nil : try await PostgreSQLServer.shared?.database()
    try await TestCollector.run(
      {
        $0.storeURL = url
        $0.writeKeys = ["SHOP": "shop", "BLOG": "blog"]
        $0.readKeys = [
          "ALL": .allProjects, "READ": .project("shop"), "BLOG-READ": .project("blog"),
        ]
        $0.adminKeys = [
          "ADMIN": .allProjects, "SHOP-ADMIN": .project("shop"), "BLOG-ADMIN": .project("blog"),
        ]
      }, body)
  }

  private func delete(_ running: TestCollector, _ path: String) async throws -> Answer {
    let answer = try await running.client.send(
      "DELETE", path + "?project=shop", headers: ["Authorization": "Bearer ADMIN"])
    return try JSONDecoder().decode(Answer.self, from: answer.body)
  }

  private struct Page: Decodable {
    struct Event: Decodable {
      var project: String
      var messageId: String
    }

    var events: [Event]
    var next: JSONValue?
  }

  /// Waits until the export has these events: a reader of PostgreSQL sees an event when no older
  /// transaction of the server is open, and other tests have some.
  private func exports(
    _ expected: [String], _ running: TestCollector, _ path: String, limit: Int = 100
  ) async throws {
    try await eventually("the export has its events") {
      try await ids(running, path, limit: limit) == expected
    }
  }

  /// Returns the ids on all pages of an export.
  private func ids(
    _ running: TestCollector, _ path: String, limit: Int = 100
  ) async throws -> [String] {
    var (ids, after) = ([String](), "")
    repeat {
      let answer = try await running.client.get(
        path + "?limit=\(limit)" + after, headers: ["Authorization": "Bearer READ"])
      let page = try JSONDecoder().decode(Page.self, from: answer.body)
      ids += page.events.map(\.messageId)
      switch page.next {
      case .int(let number): after = "&after=\(number)"
      case .string(let text): after = "&after=\(text)"
      default: after = ""
      }
    } while !after.isEmpty
    return ids
  }
}
