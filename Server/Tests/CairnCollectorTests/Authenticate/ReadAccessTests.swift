import CairnCollector
import Counterparts
import Testing

@Suite("Only its owner reads what a collector stored")
struct ReadAccessTests {
  @Test("a foreign Host header, as after DNS rebinding, is answered 403")
  func foreignHost() async throws {
    try await TestCollector.run { running in
      let hosts = [
        "evil.example", "127.0.0.1.evil.example", "localhost:\(running.port)", "[::1]:80",
      ]
      var statuses: [String] = []
      for host in hosts { statuses.append(try await status(running.port, host: host)) }
      #expect(statuses == ["403", "403", "200", "200"])
    }
  }

  @Test("a read key is asked for when there is one, whatever the Host")
  func readKey() async throws {
    try await TestCollector.run {
      $0.readKey = "READ"
    } _: { running in
      let without = try await running.client.get("/v1/events")
      #expect(without.status == 401)
      let wrong = ["Authorization": "Bearer WRONG"]
      #expect(try await running.client.get("/v1/events", headers: wrong).status == 401)
      let right = ["Authorization": "Bearer READ"]
      #expect(try await running.client.get("/v1/events", headers: right).status == 200)
      let basic = ["Authorization": "Basic UkVBRDo="]
      #expect(try await running.client.get("/v1/events", headers: basic).status == 200)
    }
  }

  @Test("on an address that others reach, nothing is read without a read key")
  func publicAddress() async throws {
    try await TestCollector.run {
      $0.host = "0.0.0.0"
      $0.writeKeys = ["KEY": "shop"]
    } _: { running in
      let answer = try await running.client.get("/v1/events")
      #expect(answer.status == 403)
      #expect(try await running.client.get("/health").status == 200)
    }
  }

  private func status(_ port: Int, host: String) async throws -> String {
    let connection = try RawConnection(port: port)
    try connection.send(
      "GET /v1/events HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    let answer = await offThePool { connection.answer() }
    return String(answer.dropFirst("HTTP/1.1 ".count).prefix(3))
  }
}
