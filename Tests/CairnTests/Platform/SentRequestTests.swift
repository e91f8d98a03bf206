import Cairn
import CairnTesting
import Foundation
import Testing

/// The knowledge about a request without a response, with the real client and real connections.
///
/// If nothing may be sent twice, a request that did not arrive is sent again, and one that may have
/// arrived is not.
@Suite struct SentRequestTests {
  func answer(_ address: String, body: String = "abc", timeout: Double = 600) async throws
    -> HTTPExchange.Answer
  {
    let exchange = HTTPExchange(transport: URLSessionTransport(timeout: timeout))
    let url = try #require(URL(string: address))
    return await exchange.send(HTTPRequest(url: url, body: Array(body.utf8)), at: 0)
  }

  @Test("without a listener the request has not arrived")
  func refused() async throws {
    let dead = try #require(DeadPort(.refusing))
    let answer = try await answer("http://127.0.0.1:\(dead.port)/")
    withExtendedLifetime(dead) {}
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
    arguments: [
      RawServer.Answer.close, .reset, .bytes("what?"),
    ])
  func noAnswer(said: RawServer.Answer) async throws {
    let server = try #require(RawServer(said))
    let answer = try await answer("http://127.0.0.1:\(server.port)/")
    #expect(answer.outcome != .accepted)
    #expect(answer.mayHaveArrived)
    #expect(server.requests.map { $0.hasSuffix("abc") } == [true])
  }

  @Test("an answer that is cut off leaves it open whether the request arrived")
  func cutOff() async throws {
    let server = try #require(RawServer(.bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok")))
    let answer = try await answer("http://127.0.0.1:\(server.port)/")
    #expect(answer.response == nil)
    #expect(answer.mayHaveArrived)
  }

  @Test("if a response does not arrive in time, it is unknown whether the request arrived")
  func answerTimeout() async throws {
    let dead = try #require(DeadPort(.mute))
    // On a busy machine sending takes a while: then only a longer timeout leaves time for the
    // response.
    for timeout in [10.0, 60, 300] {
      let answer = try await answer("http://127.0.0.1:\(dead.port)/", timeout: timeout)
      #expect(answer.response == nil)
      if answer.mayHaveArrived { return }
    }
    withExtendedLifetime(dead) {}
    Issue.record("it counts as not sent")
  }

  @Test(
    "a refusal by another address of the host has no meaning for the one that accepted the request")
  func secondAddress() async throws {
    // It listens at 127.0.0.1, and not at ::1.
    let server = try #require(RawServer(.reset))
    let answer = try await answer("http://localhost:\(server.port)/")
    #expect(server.requests.map { $0.hasSuffix("abc") } == [true])
    #expect(answer.mayHaveArrived)
  }

  @Test("a connection that ends before anything was read is an error, whatever was sent by then")
  func hangUp() async throws {
    let server = try #require(RawServer(.hangUp))
    let answer = try await answer("http://127.0.0.1:\(server.port)/")
    #expect(answer.response == nil)
    guard case .later = answer.outcome else {
      Issue.record("\(answer.outcome)")
      return
    }
  }

  @Test("a request without a body may have arrived, except without a listener")
  func noBody() async throws {
    let server = try #require(RawServer(.hangUp))
    #expect(try await answer("https://127.0.0.1:\(server.port)/", body: "").mayHaveArrived)
    let dead = try #require(DeadPort(.refusing))
    #expect(try await !answer("http://127.0.0.1:\(dead.port)/", body: "").mayHaveArrived)
    withExtendedLifetime(dead) {}
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
}
