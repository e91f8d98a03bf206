#if Server
import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing

/// Responses over real connections that break off, never end or are not HTTP.
@Suite struct BrokenAnswerTests {
  static let most = 4 << 20

  func answer(
    _ said: RawServer.Answer, deadline: Double = 120
  ) async throws -> HTTPExchange.Answer {
    let server = try #require(RawServer(said))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let transport = AsyncHTTPClientTransport(timeout: 120, deadline: deadline)
    return await HTTPExchange(transport: transport).send(
      HTTPRequest(url: url, body: Array("abc".utf8)), at: 0)
  }

  static let fragments = [
    "H", "HTTP/1.1", "HTTP/1.1 2", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r", "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nab",
    "HTTP/1.1 100 Continue\r\n\r\n",
    "220 mail.example\r\n", "\0\0\0", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\u{1F}\u{0}",
  ]

  @Test(
    "after an incomplete or invalid answer it is unknown whether the request arrived",
    arguments: fragments)
  func brokenOff(said: String) async throws {
    let answer = try await answer(.bytes(said))
    #expect(answer.response == nil)
    #expect(answer.mayHaveArrived)
    guard case .later = answer.outcome else { return #expect(answer.outcome == .accepted) }
  }

  @Test(
    "an answer that is incomplete at the deadline is none, and the request may have arrived",
    .timeLimit(.minutes(2)),
    arguments: [
      "", "HTTP/1.1 200 OK\r\nX-Long: ", "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n",
      "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 400 No\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n",
    ])
  func trickle(beginning: String) async throws {
    let answer = try await answer(.trickle(beginning), deadline: 2)
    #expect(answer.response == nil)
    #expect(answer.mayHaveArrived)
    guard case .later = answer.outcome else { return #expect(answer.outcome == .accepted) }
  }

  static let endlessParts = [
    "X-Header: value\r\n", "x", "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 103 Early\r\nX: y\r\n\r\n",
  ]

  @Test("a head without an end is no answer", .timeLimit(.minutes(2)), arguments: endlessParts)
  func head(part: String) async throws {
    let parts = Array(String(repeating: part, count: 1 << 12).utf8)
    let first = part.hasPrefix("HTTP") ? "" : "HTTP/1.1 200 OK\r\nX: "
    let answer = try await answer(.flood(Array(first.utf8), parts, times: .max), deadline: 5)
    #expect(answer.response == nil)
    #expect(answer.mayHaveArrived)
  }

  @Test("an answer of 4 MiB is read")
  func whole() async throws {
    let answer = try await answer(.status(200, body: String(repeating: "x", count: Self.most)))
    #expect(answer.outcome == .accepted)
    #expect(answer.response?.body.count == Self.most)
  }

  @Test(
    "a response that is too long is an error, announced or not, and the request may have arrived")
  func tooLong() async throws {
    let body = String(repeating: "x", count: Self.most + 1)
    for said in [
      RawServer.Answer.status(200, body: body), .bytes("HTTP/1.1 200 OK\r\n\r\n" + body),
      .gzip(mebibytes: 5), .gzip(mebibytes: 3_072),
    ] {
      let answer = try await answer(said)
      #expect(
        answer.outcome == .later(afterSeconds: nil, reason: "no response: NSURLErrorDomain -1103"))
      #expect(answer.response == nil)
      #expect(answer.mayHaveArrived)
    }
  }

  @Test("a response that is compressed without a request for it is decompressed")
  func compressed() async throws {
    let opened = try #require(
      "{\"ok\":".utf8.withContiguousStorageIfAvailable {
        Gzip.open(UnsafeRawBufferPointer($0))
      } ?? nil)
    let member = try #require(Gzip.complete(opened, with: Array("true}".utf8)))
    let head =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(member.count)\r\n\r\n"
    let answer = try await answer(.flood(Array(head.utf8), member, times: 1))
    #expect(answer.outcome == .accepted)
    #expect(answer.response?.body == Array("{\"ok\":true}".utf8))
  }
}
#endif
