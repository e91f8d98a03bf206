import Foundation
import Testing
import ToolTestSupport

@testable import CairnCollector

@Suite("A collector that drains is not ready, and continues to serve")
struct DrainTests {
  @Test("no connection is refused during the drain, and no acknowledged event is lost")
  func drain() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("events.sqlite")
    let process = try RunningProcess(
      [Command.tool.path, "collect", "--port", "0", "--database", path, "--drain", "30"])
    let client = try Self.client(process)
    #expect(try await client.get("/health/ready").status == 200)
    let acknowledged = try await send("before", client)
    #expect(acknowledged)
    process.terminate()
    let ended = ContinuousClock.now + .seconds(30)
    try await eventually("it is not ready") {
      try await client.get("/health/ready").status == 503
    }
    let health = try await client.get("/health")
    #expect(health.status == 503 && health.text.hasPrefix(#"{"status":"draining","stored":"#))
    var sent = ["before"]
    // Each request has a connection of its own, as those of a balancer's other clients.
    while sent.count <= 10, ContinuousClock.now < ended - .seconds(10) {
      let connection = try RawConnection(port: client.port)
      let id = "drain-\(sent.count)"
      let answer = try await post(id, connection)
      #expect(answer.hasPrefix("HTTP/1.1 200"))
      #expect(answer.lowercased().contains("connection: close"))
      sent.append(id)
    }
    try await eventually("new connections are refused") {
      (try? RawConnection(port: client.port)) == nil
    }
    #expect(process.waitForEnd() == 0)
    #expect(sent.count > 1)
    try await TestCollector.run(at: path) { [sent] running in
      let reply = try await running.client.post(Batches.tracks(sent), key: "KEY").batch()
      #expect(reply.duplicates == sent.count)
    }
  }

  @Test("a second signal ends the collector immediately, and without --drain the first one does")
  func signals() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for (arguments, signals) in [(["--drain", "3600"], 2), ([], 1)] {
      let process = try RunningProcess(
        [Command.tool.path, "collect", "--port", "0", "--database", folder.path("e.sqlite")]
          + arguments)
      let client = try Self.client(process)
      process.terminate()
      if signals == 2 {
        try await eventually("it drains") {
          try await client.get("/health/ready").status == 503
        }
        process.terminate()
      }
      #expect(process.waitForEnd() == (signals == 2 ? 15 : 0))
    }
  }

  static func client(_ process: RunningProcess) throws -> TestClient {
    let greeting = try #require(process.line())
    let port = try #require(greeting.split(separator: " ")[2].split(separator: ":").last)
    return TestClient(port: try #require(Int(port)))
  }

  private func send(_ id: String, _ client: TestClient) async throws -> Bool {
    try await client.post(Batches.tracks([id])).batch().accepted == 1
  }

  private func post(_ id: String, _ connection: RawConnection) async throws -> String {
    let body = Batches.tracks([id])
    let head = [
      "POST /v1/batch HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json",
      "Authorization: Basic \(Data("KEY:".utf8).base64EncodedString())",
      "Content-Length: \(body.utf8.count)", "Connection: close", "", body,
    ]
    try connection.send(head.joined(separator: "\r\n"))
    return await offThread { connection.answer() }
  }
}
