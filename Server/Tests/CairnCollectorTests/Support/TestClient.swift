import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests over a real socket with URLSession.
struct TestClient: Sendable {
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
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    // The long timeout is for many tests on one slow processor.
    request.timeoutInterval = 300
    // Without a content type, URLSession sends that of a form.
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return TestAnswer(status: response.statusCode, body: data) {
      response.value(forHTTPHeaderField: $0)
    }
  }
}
