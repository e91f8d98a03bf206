import CairnCollector
import Foundation
import Testing

@Suite("Text of a sender is never treated as SQL or as a path")
struct InjectionTests {
  static let texts = [
    "'; DROP TABLE events; --", "\" OR 1=1 --", "%' OR '1'='1", "../../../../etc/passwd",
    "${jndi:ldap://x}", "<script>alert(1)</script>", "a%00b",
    "x' UNION SELECT sql FROM sqlite_master --",
  ]

  @Test("hostile text in the fields of an event is stored and found unchanged", arguments: texts)
  func text(text: String) async throws {
    try await TestCollector.run { running in
      try await Bystander(running: running).beside {
        let encoded = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let event = """
          {"type":"track","event":\(encoded),"userId":\(encoded),"messageId":\(encoded)}
          """
        #expect(try await running.client.post(Batches.body([event])).batch().accepted == 1)
        let query = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for name in ["id", "name"] {
          let rows = try await running.client.get("/v1/events?\(name)=\(query)").page().events
          #expect(rows.map(\.messageId) == [text])
          #expect(rows.map(\.userId) == [text])
        }
      }
    }
  }

  @Test(
    "hostile text as a key is stored as the project", arguments: texts.filter { !$0.contains(":") })
  func key(text: String) async throws {
    try await TestCollector.run { running in
      try await Bystander(running: running).beside {
        let answer = try await running.client.post(Batches.tracks(["m"]), key: text)
        #expect(answer.status == 200)
      }
      let rows = try await running.client.get("/v1/events?id=m").page().events
      #expect(rows.map(\.project) == [text])
    }
  }

  @Test(
    "a path leads to no file but the one that is served",
    arguments: [
      "/v1/settings/../../etc/passwd", "/v1/settings/..%2f..%2f..%2fetc%2fpasswd",
      "/v1/config/%2e%2e/%2e%2e/etc/passwd", "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
      "//etc/passwd", "/v1/events/../../etc/passwd",
    ])
  func path(path: String) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let settings = folder.path("settings.json")
    try Data("{}".utf8).write(to: URL(fileURLWithPath: settings))
    try await TestCollector.run({ $0.settingsPath = settings }) { running in
      let connection = try RawConnection(port: running.port)
      try connection.send(
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
      let answer = await offThread { connection.answer() }
      #expect(!answer.contains("root:"))
      // Without write keys, every text is accepted as a key: then it gives access to the one
      // configured file.
      #expect(answer.hasPrefix("HTTP/1.1 404") || answer.hasSuffix("\r\n\r\n{}"), "\(answer)")
    }
  }
}
