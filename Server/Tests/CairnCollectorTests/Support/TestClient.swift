import Cairn
import CairnServer
import Foundation

/// Sends requests over a real socket.
///
/// Not with URLSession, whose sockets on Linux are dispatch sources: libdispatch crashes when many
/// of them are registered and cancelled at once (swift-corelibs-libdispatch, issue 949).
struct TestClient: Sendable {
  // The long timeout is for many tests on one slow processor.
  private static let transport = AsyncHTTPClientTransport(
    timeout: 300, deadline: 600, maximumResponseBytes: 256 << 20)

  var port: Int

  func post(
    _ body: Data, to path: String = "/v1/batch", key: String? = "KEY",
    headers: [String: String] = [:]
  ) async throws -> TestAnswer {
    var headers = headers
    if let key {
      headers["Authorization"] = "Basic \(Data("\(key):".utf8).base64EncodedString())"
    }
    return try await send("POST", path, headers: headers, body: body)
  }

  func post(
    _ body: String, to path: String = "/v1/batch", key: String? = "KEY"
  ) async throws -> TestAnswer {
    try await post(Data(body.utf8), to: path, key: key)
  }

  func get(_ path: String, headers: [String: String] = [:]) async throws -> TestAnswer {
    try await send("GET", path, headers: headers, body: nil)
  }

  func send(
    _ method: String, _ path: String, headers: [String: String] = [:], body: Data? = nil
  ) async throws -> TestAnswer {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
      throw URLError(.badURL)
    }
    var all = headers.map { (name: $0, value: $1) }
    if body != nil, headers["Content-Type"] == nil {
      all.append(("Content-Type", "application/json"))
    }
    let answer = try await Self.transport.send(
      HTTPRequest(url: url, method: method, headers: all, body: body.map(Array.init) ?? []))
    return TestAnswer(status: answer.status, body: Data(answer.body)) {
      answer.headers[$0.lowercased()]
    }
  }
}
