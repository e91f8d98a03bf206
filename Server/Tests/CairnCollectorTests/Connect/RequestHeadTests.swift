import NIOCore
import Testing

@testable import CairnCollector

@Suite("Connection and Expect are read as HTTP defines them", .timeLimit(.minutes(5)))
struct RequestHeadTests {
  private static func get(_ connection: String) -> String {
    "GET /health/live HTTP/1.1\r\nHost: x\r\n\(connection)\r\n\r\n"
  }

  @Test(
    "a connection that the client wants closed is closed after the answer",
    arguments: [
      "Connection: close", "Connection: Close", "connection: CLOSE", "Connection: TE, close",
      "Connection: close,TE", "Connection: TE\r\nConnection: close",
    ])
  func closes(header: String) async throws {
    var deadlines = ConnectionDeadlines()
    deadlines.idle = .minutes(60)
    try await TestCollector.run(deadlines: deadlines) { running in
      let connection = try RawConnection(port: running.port)
      try connection.send(Self.get(header))
      // Returns when the other end closes the connection.
      let answer = await offThread { connection.answer() }
      #expect(answer.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test(
    "any other connection is kept",
    arguments: ["Connection: keep-alive", "X: close", "Connection: closed"])
  func keeps(header: String) async throws {
    try await TestCollector.run { running in
      let connection = try RawConnection(port: running.port)
      try connection.send(Self.get(header) + Self.get("Connection: close"))
      let answer = await offThread { connection.answer() }
      #expect(answer.matches(of: /HTTP\/1.1 200/).count == 2)
    }
  }

  @Test(
    "a client that waits for leave to send its body gets it",
    arguments: ["100-continue", "100-Continue"])
  func continues(expectation: String) async throws {
    try await TestCollector.run { running in
      let body = Batches.tracks(["m"])
      let head = [
        "POST /v1/batch HTTP/1.1", "Host: 127.0.0.1", "Authorization: Basic azo=",
        "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
        "Expect: \(expectation)", "Connection: close", "", "",
      ]
      let connection = try RawConnection(port: running.port)
      try connection.send(head.joined(separator: "\r\n"))
      #expect(await offThread { connection.line() }.hasPrefix("HTTP/1.1 100"))
      try connection.send(body)
      let answer = await offThread { connection.answer() }
      #expect(answer.contains("HTTP/1.1 200"))
      #expect(try await running.client.get("/v1/events?id=m").page().events.count == 1)
    }
  }

  @Test("a body whose client did not ask gets no interim answer")
  func asksNothing() async throws {
    try await TestCollector.run { running in
      let body = Batches.tracks(["m"])
      let head = [
        "POST /v1/batch HTTP/1.1", "Host: 127.0.0.1", "Authorization: Basic azo=",
        "Content-Type: application/json", "Content-Length: \(body.utf8.count)", "Connection: close",
        "", "",
      ]
      let connection = try RawConnection(port: running.port)
      try connection.send(head.joined(separator: "\r\n") + body)
      #expect(await offThread { connection.answer() }.hasPrefix("HTTP/1.1 200"))
    }
  }
}
