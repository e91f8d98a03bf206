import Foundation
import Logging
import NIOCore
import Testing

@testable import CairnCollector

@Suite(
  "A deliberately slow client uses a connection for a limited time, and affects no other client")
struct SlowClientTests {
  /// Deadlines shorter than the real ones, to keep the test short, and long enough for a busy
  /// machine.
  static let strict = ConnectionDeadlines(
    head: .seconds(20), idle: .seconds(5), body: .seconds(5), bytesPerSecond: 50_000,
    answer: .seconds(5))

  static let beginnings = [
    "", "POST /v1/ba", "POST /v1/batch HTTP/1.1\r\nHost: x\r\nX-A: ",
    "POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
      + "Authorization: Basic azo=\r\nContent-Length: 100000\r\n\r\n{\"batch\":[",
    "POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
      + "Authorization: Basic azo=\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"bat",
    "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /hea",
  ]

  @Test("a request that makes no progress is closed", arguments: beginnings)
  func stops(beginning: String) async throws {
    try await TestCollector.run(deadlines: Self.strict) { running in
      let connection = try RawConnection(port: running.port)
      try connection.send(beginning)
      let answer = await offThread { connection.answer() }
      #expect(answer.isEmpty == !beginning.hasPrefix("GET"))
      #expect(try await running.client.get("/health/live").status == 200)
    }
  }

  @Test("a page of events that the client does not read is released")
  func reader() async throws {
    try await TestCollector.run(deadlines: ConnectionDeadlines(answer: .seconds(2))) { running in
      let text = String(repeating: "x", count: 30_000)
      for number in 0..<16 {
        let events = (0..<10).map {
          Batches.track("m\(number)-\($0)", more: ",\"properties\":{\"x\":\"\(text)\"}")
        }
        #expect(try await running.client.post(Batches.body(events)).status == 200)
      }
      let others = running.collector.server.connections.count
      let connection = try RawConnection(port: running.port)
      try connection.send(
        String(
          repeating: "GET /v1/events?limit=1000 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", count: 8))
      try await eventually("the answer begins") { connection.hasAnswer() }
      try await eventually("the connection is closed") {
        running.collector.server.connections.count <= others
      }
      #expect(await offThread { connection.answer() }.utf8.count < 8 * 160 * 30_000)
    }
  }

  @Test(
    "more connections than there may be close each other, and a client that behaves is answered")
  func flood() async throws {
    try await TestCollector.run({ $0.maxConnections = 16 }) { running in
      var slow: [RawConnection] = []
      defer { for connection in slow { connection.close() } }
      for number in 0..<100 {
        let connection = try RawConnection(port: running.port)
        slow.append(connection)
        try? connection.send(Self.beginnings[number % Self.beginnings.count])
        if number % 10 == 9 {
          let event = Batches.body([Batches.track("m\(number)")])
          #expect(try await running.client.post(event).batch().accepted == 1)
        }
      }
      // Surplus connections have 100 ms to send a head; there are fewer of them than reserved
      // descriptors.
      #expect(running.collector.server.connections.count <= 16 + DescriptorLimit.reserve / 2 + 8)
      try await eventually("16 are left") {
        running.collector.server.connections.count <= 16
      }
      let all = slow
      try await eventually("all but 16 are closed") { all.count { $0.hasEnded() } >= 84 }
    }
  }
}
