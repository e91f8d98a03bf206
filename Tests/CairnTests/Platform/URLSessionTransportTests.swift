import Cairn
import CairnTesting
import Foundation
import Testing

/// The real client against a real server on the loopback.
@Suite struct URLSessionTransportTests {
  let transport = URLSessionTransport(timeout: 120)

  func send(_ server: RawServer) async throws -> HTTPResponse {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/v1/batch"))
    let headers = [(name: "Authorization", value: "Basic a2V5Og==")]
    return try await transport.send(
      HTTPRequest(url: url, headers: headers, body: Array("abc".utf8)))
  }

  @Test("a request arrives completely, and so does its response")
  func answer() async throws {
    let server = try #require(
      RawServer(.bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-One: 1\r\n\r\nok")))
    let response = try await send(server)
    #expect(response.status == 200)
    #expect(response.body == Array("ok".utf8))
    #expect(response.headers["x-one"] == "1")
    #expect(server.requests.first?.hasSuffix("\r\n\r\nabc") == true)
    #expect(server.requests.first?.contains("Authorization: Basic a2V5Og==") == true)
  }

  @Test(
    "only fetched data may be compressed, unless the request requests otherwise",
    arguments: [("POST", "identity"), ("GET", nil)])
  func encoding(method: String, asked: String?) async throws {
    let server = try #require(RawServer(.status(200), .status(200)))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    _ = try await transport.send(HTTPRequest(url: url, method: method))
    _ = try await transport.send(
      HTTPRequest(url: url, method: method, headers: [("Accept-Encoding", "br")]))
    let lines = server.requests.map { request in
      request.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("accept-encoding:") }
    }
    let first = try #require(lines.first)
    if let asked { #expect(first == ["Accept-Encoding: \(asked)"]) }
    #expect(method == "POST" || first.first?.contains("identity") != true)
    #expect(lines.last == ["Accept-Encoding: br"])
  }

  @Test("a redirect is an answer, and nothing is sent to where it points")
  func redirect() async throws {
    let other = try #require(RawServer(.bytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")))
    let server = try #require(
      RawServer(
        .bytes(
          "HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:\(other.port)/\r\n"
            + "Content-Length: 0\r\n\r\n")))
    #expect(try await send(server).status == 307)
    #expect(other.requests.isEmpty)
  }

  @Test("a request that is cancelled during its redirect affects nothing else")
  func cancelledRedirect() async throws {
    for round in 0..<100 {
      let server = try #require(
        RawServer(.bytes("HTTP/1.1 307 Moved\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")))
      let request = Task { try await send(server) }
      // A separate thread, because the threads of tasks are shared.
      Thread.detachNewThread {
        while server.requests.isEmpty { sched_yield() }
        // The cancellation covers the time from before the response is sent to after it has
        // arrived.
        for _ in 0..<round * 20 { sched_yield() }
        request.cancel()
      }
      if let response = try? await request.value { #expect(response.status == 307) }
    }
  }

  @Test(
    "the status 401 is a response, whatever challenge it has",
    arguments: ["Basic realm=\"x\"", "Bearer", "WriteKey realm=\"cairn\""])
  func unauthorized(challenge: String) async throws {
    let server = try #require(
      RawServer(
        .bytes(
          "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\n"
            + "Content-Length: 0\r\n\r\n"),
        .bytes("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")))
    #expect(try await send(server).status == 401)
  }

  @Test("a connection that ends without an answer is an error, and the next request is whole")
  func lostAnswer() async throws {
    let server = try #require(
      RawServer(
        .bytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .close,
        .bytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")))
    #expect(try await send(server).status == 200)
    await #expect(throws: (any Error).self) { try await send(server) }
    #expect(try await send(server).status == 200)
    #expect(server.requests.count == 3)
    #expect(server.requests.allSatisfy { $0.hasSuffix("\r\n\r\nabc") })
  }

  @Test("an answer that is no HTTP leaves open whether the request arrived")
  func noHTTP() async throws {
    let server = try #require(RawServer(.bytes("220 mail.example\r\n")))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let answer = await HTTPExchange(transport: transport).send(HTTPRequest(url: url), at: 0)
    #expect(answer.response == nil)
    #expect(answer.mayHaveArrived)
    #expect(server.requests.count == 1)
  }

  @Test("requests that are cancelled at any time end, even while their response arrives")
  func cancelled() async throws {
    for turn in 0..<100 {
      let server = try #require(
        RawServer(.bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")))
      let request = Task { try await send(server) }
      for _ in 0..<turn * 20 { await Task.yield() }
      request.cancel()
      if case .success(let response) = await request.result { #expect(response.status == 200) }
    }
  }
}
