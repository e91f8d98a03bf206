import Cairn
import Counterparts
import Foundation
import Testing

/// Adobe's network according to its own OpenAPI document, in a separate process, which ends with
/// this value.
struct EdgeNetwork: Sendable {
  /// A request that arrived, and its response.
  struct Seen: Decodable {
    var path: String
    var status: Int
    var body: String
    var answer: String
  }

  private let process: Tool
  let url: URL

  /// Starts the process; `answers` is JSON, after which all responses are successes.
  ///
  /// Returns when it listens.
  init(answers: String = "[]") async throws {
    process = try Python.start(
      "adobe_edge.py", [VendorSchemas.path("adobe-edge.openapi.yaml"), answers])
    let port = await process.firstLine()
    url = try #require(URL(string: "http://127.0.0.1:\(port)"))
  }

  func seen() async throws -> [Seen] {
    let request = HTTPRequest(url: url.appending(path: "seen"), method: "GET")
    let response = try await URLSessionTransport(timeout: 120).send(request)
    return try JSONDecoder().decode([Seen].self, from: Data(response.body))
  }
}
