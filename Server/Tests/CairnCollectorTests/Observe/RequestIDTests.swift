import Cairn
import Foundation
import HTTPTypes
import InMemoryLogging
import Logging
import Testing

@testable import CairnCollector

@Suite("Each request has an identifier, in its response and in its log lines")
struct RequestIDTests {
  @Test(
    "a well-formed identifier of the sender is used in the response and in the log",
    arguments: ["a", "4bf92f35-77b_3.4", "max"])
  func taken(id: String) async throws {
    let id = id == "max" ? String(repeating: "x", count: 128) : id
    let lines = try await lines { client in
      let answer = try await client.get("/v1/events?limit=0", headers: ["X-Request-Id": id])
      #expect(answer.header("X-Request-Id") == id)
    }
    #expect(lines.map(\.message) == ["refused", "request"])
    #expect(lines.allSatisfy { $0.metadata["request-id"] == "\(id)" })
  }

  @Test(
    "a missing or malformed identifier is replaced by a new one",
    arguments: ["", "a b", "a\"b", "caf\u{e9}", "{}", String(repeating: "x", count: 129)])
  func replaced(id: String) async throws {
    try await TestCollector.run { running in
      var ids: Set<String> = []
      for _ in 0..<3 {
        let answer = try await running.client.get("/health", headers: ["X-Request-Id": id])
        ids.insert(try #require(answer.header("X-Request-Id")))
      }
      #expect(ids.count == 3 && ids.allSatisfy { $0.count == 16 && $0 != id })
    }
  }

  @Test("a line for each request has no key and no id of a user")
  func secrets() async throws {
    let lines = try await lines { client in
      _ = try await client.get("/v1/settings/SECRET")
      _ = try await client.get("/v1/users/SECRET/export?project=SECRET")
      _ = try await client.get("/SECRET")
      _ = try await client.post("{", key: "SECRET")
    }
    let requests = lines.filter { $0.message == "request" }
    let routes = requests.compactMap { $0.metadata["route"].map { "\($0)" } }
    #expect(routes == ["/v1/settings/*", "/v1/users/*/export", "other", "/v1/batch"])
    #expect(!lines.contains { "\($0.message) \($0.metadata)".contains("SECRET") })
  }

  @Test("a log line in JSON is one line, whatever its values contain")
  func json() throws {
    let lines = Locked<[String]>([])
    var logger = Logger(label: "cairn") { label in
      JSONLogHandler(label: label) { line in lines.withLock { $0.append(line) } }
    }
    logger.logLevel = .info
    logger = logger.withRequestID
    logger.debug("not logged")
    RequestID.$current.withValue(RequestID(HTTPFields())) {
      logger.error("a\n\"b\"", metadata: ["x": "\u{1}\u{2028}\\", "list": ["1", "2"]])
    }
    let line = try #require(lines.withLock { $0.count == 1 ? $0.first : nil })
    #expect(line.hasSuffix("}\n") && line.filter(\.isNewline).count <= 2)
    let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
    #expect(object["message"] == "a\n\"b\"" && object["level"] == "error")
    #expect(object["x"] == "\u{1}\u{2028}\\" && object["request-id"]?.count == 16)
    #expect(Set(object.keys) == ["time", "level", "logger", "message", "x", "list", "request-id"])
  }

  @Test("the version is that of the SDK")
  func version() { #expect(CollectorVersion.text == Library.version) }

  private struct Line {
    var message: String
    var metadata: Logger.Metadata
  }

  private func lines(
    _ body: @Sendable (TestClient) async throws -> Void
  ) async throws -> [Line] {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .debug
    try await TestCollector.run(logger: logger) { try await body($0.client) }
    return handler.entries.filter { $0.metadata["request-id"] != nil }
      .map { Line(message: "\($0.message)", metadata: $0.metadata) }
  }
}
