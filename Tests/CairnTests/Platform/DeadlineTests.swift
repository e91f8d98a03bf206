import Cairn
import CairnTesting
import Foundation
import Testing

/// The real client, and servers that never stop sending.
@Suite struct DeadlineTests {
  static let endless = [
    "", "HTTP/1.1 200 OK\r\nX-Long: ", "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n",
    "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 400 No\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n",
  ]

  @Test(
    "an answer that is incomplete at the deadline is none, and the request may have arrived",
    .timeLimit(.minutes(2)), arguments: endless)
  func trickle(beginning: String) async throws {
    let server = try #require(RawServer(.trickle(beginning)))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let exchange = HTTPExchange(transport: URLSessionTransport(timeout: 600, deadline: 2))
    let answer = await exchange.send(HTTPRequest(url: url, body: Array("abc".utf8)), at: 0)
    #expect(answer.response == nil)
    #expect(answer.mayHaveArrived)
    guard case .later = answer.outcome else { return #expect(answer.outcome == .accepted) }
  }

  @Test("a response within the time is accepted, even if it arrives byte by byte")
  func slow() async throws {
    let server = try #require(
      RawServer(.trickle("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let exchange = HTTPExchange(transport: URLSessionTransport(timeout: 600, deadline: 120))
    let answer = await exchange.send(HTTPRequest(url: url, body: Array("abc".utf8)), at: 0)
    #expect(answer.response?.body == Array("xxxxx".utf8))
  }
}
