import Counterparts
import Foundation
import Testing

@Suite("A client that offers another protocol is answered in HTTP/1.1, and connects again")
struct UpgradeTests {
  private static let head = "Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"

  @Test(
    "the response ends the connection, so that a second request does not wait for nothing",
    .timeLimit(.minutes(1)),
    arguments: [
      "GET /health/live HTTP/1.1\r\n\(head)\r\n",
      "GET /health/live HTTP/1.1\r\nHost: x\r\nupgrade: websocket\r\nconnection: keep-alive, UPGRADE\r\n\r\n",
      "POST /v1/batch HTTP/1.1\r\n\(head)Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
      "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n",
    ])
  func ends(request: String) async throws {
    try await TestCollector.run { running in
      let connection = try RawConnection(port: running.client.port)
      try connection.send(request + "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = await offThePool { connection.answer() }
      #expect(answer.hasPrefix("HTTP/1.1 "))
      #expect(answer.contains("connection: close\r\n") || answer.contains("Connection: close\r\n"))
      #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
    }
  }

  @Test("a request before it on the same connection is answered, and does not end it")
  func pipelined() async throws {
    try await TestCollector.run { running in
      let connection = try RawConnection(port: running.client.port)
      let plain = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
      try connection.send(plain + plain + "GET /health/live HTTP/1.1\r\n\(Self.head)\r\n")
      let answer = await offThePool { connection.answer() }
      #expect(answer.components(separatedBy: "HTTP/1.1 200").count == 4)
      #expect(answer.components(separatedBy: "close\r\n").count == 2)
    }
  }

  @Test("an upgrade that the connection does not name is ignored")
  func unnamed() async throws {
    try await TestCollector.run { running in
      let connection = try RawConnection(port: running.client.port)
      let unnamed = "GET /health/live HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\n\r\n"
      let last = "GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      try connection.send(unnamed + last)
      let answer = await offThePool { connection.answer() }
      #expect(answer.components(separatedBy: "HTTP/1.1 200").count == 3)
    }
  }
}
