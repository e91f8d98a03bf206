#if Server
import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing

/// The transport on async-http-client against a real server on the loopback.
@Suite struct AsyncHTTPClientTransportTests {
  let transport = AsyncHTTPClientTransport(timeout: 120)

  func send(
    _ server: RawServer, method: String = "POST", headers: [(name: String, value: String)] = [],
    body: [UInt8] = Array("abc".utf8)
  ) async throws -> HTTPResponse {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/v1/batch?a=%20"))
    return try await transport.send(
      HTTPRequest(url: url, method: method, headers: headers, body: body))
  }

  @Test("a request arrives completely, and so does its response")
  func answer() async throws {
    let server = try #require(
      RawServer(
        .bytes(
          "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-One: 1\r\nX-Two: a\r\nx-two: b\r\n\r\nok")))
    let response = try await send(server, headers: [("Authorization", "Basic a2V5Og==")])
    #expect(response.status == 200)
    #expect(response.body == Array("ok".utf8))
    #expect(response.headers == ["content-length": "2", "x-one": "1", "x-two": "a, b"])
    let request = try #require(server.requests.first)
    let lines = request.components(separatedBy: "\r\n")
    #expect(lines.first == "POST /v1/batch?a=%20 HTTP/1.1")
    #expect(
      lines.dropFirst().dropLast(2).map { $0.lowercased() }.sorted() == [
        "accept-encoding: identity", "authorization: basic a2v5og==", "content-length: 3",
        "host: 127.0.0.1:\(server.port)",
      ])
    #expect(lines.suffix(2) == ["", "abc"])
  }

  @Test("a body of many parts arrives whole")
  func parts() async throws {
    let server = try #require(RawServer(.status(200)))
    let body = (0..<200_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    #expect(try await send(server, body: body).status == 200)
    let request = try #require(server.requests.first)
    #expect(request.hasSuffix("\r\n\r\n" + String(decoding: body, as: UTF8.self)))
  }

  @Test("where two headers have one name, the last one is sent")
  func sameName() async throws {
    let server = try #require(RawServer(.status(200)))
    _ = try await send(server, headers: [("X-Key", "one"), ("x-key", "two")])
    let request = try #require(server.requests.first)
    #expect(request.contains("x-key: two\r\n"))
    #expect(!request.contains("one"))
  }

  @Test("a header with a line break is never sent")
  func lineBreak() async throws {
    let server = try #require(RawServer(.status(200)))
    let error = await #expect(throws: URLError.self) {
      try await send(server, headers: [("X-Key", "one\r\nX-Other: two")])
    }
    #expect(error?.code == .cannotConnectToHost)
    #expect(server.requests.isEmpty)
  }

  @Test("an address of another scheme is not supported", arguments: ["http+unix", "unix", "file"])
  func scheme(name: String) async throws {
    let url = try #require(URL(string: "\(name)://host/path"))
    let error = await #expect(throws: URLError.self) {
      try await transport.send(HTTPRequest(url: url, body: [1]))
    }
    #expect(error?.code == .unsupportedURL)
  }

  @Test("a redirect is an answer, and nothing is sent to where it points")
  func redirect() async throws {
    let other = try #require(RawServer(.status(200)))
    let server = try #require(
      RawServer(
        .bytes(
          "HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:\(other.port)/\r\n"
            + "Content-Length: 0\r\n\r\n")))
    #expect(try await send(server).status == 307)
    #expect(other.requests.isEmpty)
  }

  @Test(
    "the status 401 is a response, whatever challenge it has",
    arguments: ["Basic realm=\"x\"", "Bearer", "WriteKey realm=\"cairn\""])
  func unauthorized(challenge: String) async throws {
    let server = try #require(
      RawServer(
        .bytes(
          "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\n"
            + "Content-Length: 0\r\n\r\n")))
    #expect(try await send(server).status == 401)
  }

  @Test("Retry-After is heeded", arguments: [429, 500, 503])
  func retryAfter(status: Int) async throws {
    let server = try #require(
      RawServer(
        .bytes("HTTP/1.1 \(status) No\r\nRetry-After: 7\r\nContent-Length: 2\r\n\r\nno")))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let answer = await HTTPExchange(transport: transport).send(
      HTTPRequest(url: url, body: [1]), at: 0)
    #expect(answer.outcome == .later(afterSeconds: 7, reason: "status \(status)"))
    #expect(answer.response?.body == Array("no".utf8))
  }

  @Test("each request has its own connection, and one that dies affects no other")
  func connections() async throws {
    let whole = RawServer.Answer.bytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    let server = try #require(RawServer(whole, .close, whole))
    #expect(try await send(server).status == 200)
    await #expect(throws: URLError.self) { try await send(server) }
    #expect(try await send(server).status == 200)
    #expect(server.requests.map { $0.hasSuffix("\r\n\r\nabc") } == [true, true, true])
  }

  @Test("requests that are cancelled at any time end, even while their response arrives")
  func cancelled() async throws {
    for turn in 0..<100 {
      let server = try #require(RawServer(.status(200, body: "ok")))
      let request = Task { try await send(server) }
      for _ in 0..<turn * 20 { await Task.yield() }
      request.cancel()
      switch await request.result {
      case .success(let response): #expect(response.status == 200)
      case .failure(let error): #expect(error is URLError)
      }
    }
  }

  @Test("times and sizes of any kind make a transport")
  func odd() async throws {
    for seconds in [-1, 0, 1e300, .nan, .infinity] as [Double] {
      _ = AsyncHTTPClientTransport(timeout: seconds, deadline: seconds, maximumResponseBytes: -1)
    }
    let server = try #require(RawServer(.status(200)))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let patient = AsyncHTTPClientTransport(timeout: .infinity, deadline: 1e300)
    #expect(try await patient.send(HTTPRequest(url: url, body: [1])).status == 200)
  }
}
#endif
