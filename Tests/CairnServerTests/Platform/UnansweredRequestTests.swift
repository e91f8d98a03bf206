#if Server
import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing

/// The knowledge about a request without a response: one that did not arrive may be sent again even
/// if nothing may be sent twice.
@Suite struct UnansweredRequestTests {
  func answer(_ address: String, body: String = "abc", timeout: Double = 600) async throws
    -> HTTPExchange.Answer
  {
    let transport = AsyncHTTPClientTransport(timeout: timeout)
    let url = try #require(URL(string: address))
    return await HTTPExchange(transport: transport).send(
      HTTPRequest(url: url, body: Array(body.utf8)), at: 0)
  }

  @Test(
    "without a listener the request has not arrived", arguments: ["abc", ""],
    ["127.0.0.1", "localhost", "[::1]"])
  func refused(body: String, host: String) async throws {
    let dead = try #require(DeadPort(.refusing))
    let answer = try await answer("http://\(host):\(dead.port)/", body: body)
    withExtendedLifetime(dead) {}
    #expect(
      answer.outcome == .later(afterSeconds: nil, reason: "no response: NSURLErrorDomain -1004"))
    #expect(answer.response == nil)
    #expect(!answer.mayHaveArrived)
  }

  @Test("where there is no such host the request has not arrived")
  func noHost() async throws {
    let answer = try await answer("http://nowhere.invalid/")
    #expect(answer.response == nil)
    #expect(!answer.mayHaveArrived)
  }

  @Test("where there is no route the request has not arrived")
  func noRoute() async throws {
    // No connection can be made to a multicast address.
    let answer = try await answer("http://224.0.0.1:9/")
    #expect(answer.response == nil)
    #expect(!answer.mayHaveArrived)
  }

  @Test("if no connection is made in time the request has not arrived")
  func connectTimeout() async throws {
    let dead = try #require(DeadPort(.deaf))
    let answer = try await answer("http://127.0.0.1:\(dead.port)/", timeout: 1)
    withExtendedLifetime(dead) {}
    #expect(answer.response == nil)
    #expect(!answer.mayHaveArrived)
  }

  @Test(
    "where there is no TLS the request has not arrived",
    arguments: [
      RawServer.Answer.status(400), .bytes("SSH-2.0-OpenSSH_9.2\r\n"), .close, .reset, .hangUp,
    ])
  func noTrust(said: RawServer.Answer) async throws {
    let server = try #require(RawServer(said))
    let answer = try await answer("https://127.0.0.1:\(server.port)/")
    #expect(answer.response == nil)
    #expect(!answer.mayHaveArrived)
  }

  @Test("where TLS does not begin in time the request has not arrived")
  func handshakeTimeout() async throws {
    let dead = try #require(DeadPort(.mute))
    let answer = try await answer("https://127.0.0.1:\(dead.port)/", timeout: 1)
    withExtendedLifetime(dead) {}
    #expect(answer.response == nil)
    #expect(!answer.mayHaveArrived)
  }

  @Test(
    "a connection that ends after the request was read leaves it open whether it arrived",
    arguments: [RawServer.Answer.close, .reset], ["127.0.0.1", "localhost"])
  func noAnswer(said: RawServer.Answer, host: String) async throws {
    let server = try #require(RawServer(said))
    let answer = try await answer("http://\(host):\(server.port)/")
    #expect(
      answer.outcome == .later(afterSeconds: nil, reason: "no response: NSURLErrorDomain -1005"))
    #expect(answer.mayHaveArrived)
    #expect(server.requests.map { $0.hasSuffix("abc") } == [true])
  }

  @Test("if a response does not arrive in time, it is unknown whether the request arrived")
  func answerTimeout() async throws {
    let dead = try #require(DeadPort(.mute))
    // On a busy machine sending takes a while: then only a longer timeout leaves time for the
    // response.
    for timeout in [1.0, 10, 60] {
      let answer = try await answer("http://127.0.0.1:\(dead.port)/", timeout: timeout)
      #expect(answer.response == nil)
      if answer.mayHaveArrived { return }
    }
    withExtendedLifetime(dead) {}
    Issue.record("it counts as not sent")
  }

  @Test("a connection that ends before anything was read is an error, whatever was sent by then")
  func hangUp() async throws {
    let server = try #require(RawServer(.hangUp))
    let answer = try await answer("http://127.0.0.1:\(server.port)/")
    #expect(answer.response == nil)
    guard case .later = answer.outcome else { return #expect(answer.outcome == .accepted) }
  }

  @Test("a request that is cancelled before there is a connection has not arrived")
  func cancelled() async throws {
    let dead = try #require(DeadPort(.deaf))
    let request = Task { try await self.answer("http://127.0.0.1:\(dead.port)/") }
    request.cancel()
    let given = try await request.value
    withExtendedLifetime(dead) {}
    #expect(given.response == nil)
    #expect(!given.mayHaveArrived)
  }

  @Test("a request that is cancelled while its answer is awaited may have arrived")
  func cancelledLate() async throws {
    let server = try #require(RawServer(.trickle("HTTP/1.1 200 OK\r\n")))
    let request = Task { try await self.answer("http://127.0.0.1:\(server.port)/") }
    while server.requests.isEmpty { await Task.yield() }
    request.cancel()
    let given = try await request.value
    #expect(given.response == nil)
    #expect(given.mayHaveArrived)
  }
}
#endif
