import Cairn
import CairnTesting
import Foundation
import Testing

/// The real client, and a server that sends endlessly.
@Suite struct LongAnswerTests {
  static let most = 4 << 20

  func answer(_ said: RawServer.Answer) async throws -> HTTPExchange.Answer {
    let server = try #require(RawServer(said))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let exchange = HTTPExchange(transport: URLSessionTransport(timeout: 120))
    return await exchange.send(HTTPRequest(url: url, body: Array("abc".utf8)), at: 0)
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
      .gzip(mebibytes: 64),
    ] {
      let answer = try await answer(said)
      #expect(
        answer.outcome == .later(afterSeconds: nil, reason: "no response: NSURLErrorDomain -1103"))
      #expect(answer.response == nil)
      #expect(answer.mayHaveArrived)
    }
  }

  @Test("an endless response is read only up to the size that can be kept")
  func endless() async throws {
    let answer = try await answer(
      .bytes("HTTP/1.1 400 No\r\n\r\n" + String(repeating: "x", count: 16 * Self.most)))
    #expect(answer.response == nil)
  }
}
