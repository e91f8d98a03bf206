import Foundation
import NIOCore
import Testing

@testable import CairnCollector

@Suite("A request whose end is ambiguous is refused")
struct SmugglingTests {
  static let batch = Batches.tracks(["smuggled"])

  /// A request that stores an event, hidden in the place of another request's body.
  static let hidden = """
    POST /v1/batch HTTP/1.1\r
    Host: 127.0.0.1\r
    Authorization: Basic azo=\r
    Content-Type: application/json\r
    Content-Length: \(batch.utf8.count)\r
    \r
    \(batch)
    """

  private static func request(_ headers: String, _ body: String) -> String {
    "POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic azo=\r\n"
      + "Content-Type: application/json\r\n\(headers)\r\n\r\n\(body)"
  }

  static let attacks: [(what: String, bytes: String)] = [
    (
      "a length and chunks",
      request("Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + hidden)
    ),
    (
      "chunks and a length",
      request("Transfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n" + hidden)
    ),
    ("two lengths", request("Content-Length: 0\r\nContent-Length: \(hidden.utf8.count)", hidden)),
    ("two lengths in one", request("Content-Length: 0, \(hidden.utf8.count)", hidden)),
    ("a negative length", request("Content-Length: -1", hidden)),
    ("a length with a sign", request("Content-Length: +0", hidden)),
    ("a length beyond 64 bits", request("Content-Length: 18446744073709551616", hidden)),
    ("a coding that is not known", request("Transfer-Encoding: xchunked", hidden)),
    ("chunks that are not last", request("Transfer-Encoding: chunked, identity", hidden)),
    ("a space before the colon", request("Content-Length : \(hidden.utf8.count)", hidden)),
    (
      "a header on two lines",
      request("X: y\r\n Transfer-Encoding: chunked\r\nContent-Length : 3", "0\r\n\r\n" + hidden)
    ),
    ("a chunk of no number", request("Transfer-Encoding: chunked", "zz\r\n" + hidden)),
    (
      "a chunk beyond 64 bits",
      request("Transfer-Encoding: chunked", "10000000000000000\r\n" + hidden)
    ),
  ]

  @Test("an ambiguous request closes the connection", arguments: attacks)
  func smuggled(attack: (what: String, bytes: String)) async throws {
    try await TestCollector.run(deadlines: SlowClientTests.strict) { running in
      try await Bystander(running: running).beside {
        let connection = try RawConnection(port: running.port)
        try connection.send(attack.bytes)
        let answer = await offThread { connection.answer() }
        #expect(!answer.contains("HTTP/1.1 200"), "\(answer)")
      }
      let stored = try await running.client.get("/v1/events?id=smuggled").page()
      #expect(stored.events.isEmpty)
    }
  }

  @Test("a thousand pipelined requests are answered one by one, in order")
  func pipelining() async throws {
    try await TestCollector.run { running in
      let requests = (0..<1_000).map { number in
        let body = Batches.tracks(["p\(number)"])
        return Self.request("Content-Length: \(body.utf8.count)", body)
      }
      try await Bystander(running: running).beside {
        let connection = try RawConnection(port: running.port)
        let last = "GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        async let sent = offThread { Result { try connection.send(requests.joined() + last) } }
        let answer = await offThread { connection.answer() }
        try await sent.get()
        let ids = answer.matches(of: /"messageId":"(p[0-9]+)","result":"ok"/).map { "\($0.1)" }
        #expect(ids == (0..<1_000).map { "p\($0)" })
      }
    }
  }

  @Test(
    "a head that is larger than any needs to be closes the connection",
    arguments: ["a": 10_000_000, "X: y\r\n": 2_000_000])
  func hugeHead(piece: String, bytes: Int) async throws {
    try await TestCollector.run(deadlines: SlowClientTests.strict) { running in
      try await Bystander(running: running).beside {
        let connection = try RawConnection(port: running.port)
        let filler = String(repeating: piece, count: bytes / piece.utf8.count)
        async let sent: Void = offThread {
          try? connection.send("GET /health/live HTTP/1.1\r\nHost: x\r\nX-A: \(filler)")
        }
        let answer = await offThread { connection.answer() }
        await sent
        #expect(!answer.contains("HTTP/1.1 200"), "\(answer.prefix(200))")
      }
    }
  }

  @Test(
    "a body without end is answered 413, and its connection is closed",
    arguments: ["Content-Length: 1000000000000", "Transfer-Encoding: chunked"])
  func endless(how: String) async throws {
    // When the collector closes a connection, the system discards data that the client has not read
    // yet: these deadlines give it time.
    var deadlines = SlowClientTests.strict
    deadlines.body = .seconds(8)
    try await TestCollector.run(deadlines: deadlines) { running in
      try await Bystander(running: running).beside {
        let connection = try RawConnection(port: running.port)
        let piece = String(repeating: " ", count: 1 << 20)
        let part = how.contains("chunked") ? "100000\r\n\(piece)\r\n" : piece
        let head = Self.request(how, "")
        async let sent: Void = offThread {
          guard (try? connection.send(head)) != nil else { return }
          while (try? connection.send(part)) != nil {}
        }
        #expect(await offThread { connection.line() }.hasPrefix("HTTP/1.1 413"))
        await sent
        connection.close()
      }
    }
  }

  @Test(
    "data that is not HTTP is answered 400, and the connection is closed",
    arguments: ["\0\u{1}\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"])
  func noHTTP(bytes: String) async throws {
    // The bytes arrive in time, even on a busy machine.
    var deadlines = SlowClientTests.strict
    deadlines.head = .seconds(60)
    try await TestCollector.run(deadlines: deadlines) { running in
      let connection = try RawConnection(port: running.port)
      defer { connection.close() }
      try connection.send(bytes)
      #expect(await offThread { connection.line() }.hasPrefix("HTTP/1.1 400"))
      // The client's side stays open.
      try await eventually("the other end is closed") {
        running.collector.server.connections.count == 0
      }
    }
  }
}
