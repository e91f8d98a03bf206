package import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends statements to ClickHouse over HTTP.
package struct ClickHouseClient: Sendable {
  private static let maxAnswerBytes = 1 << 24

  private let http: HTTPClient

  package init(_ http: HTTPClient) { self.http = http }

  /// The settings of the HTTP client.
  package static var configuration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    // A replica that is gone is replaced by another one, not waited for.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.timeout.connect = .seconds(2)
    // Before the server closes an idle connection, which some versions do after three seconds.
    configuration.connectionPool.idleTimeout = .seconds(2)
    configuration.httpVersion = .http1Only
    return configuration
  }

  /// Runs a statement and returns its result.
  func run(
    _ sql: String, at address: ClickHouseAddress, _ settings: [String: String] = [:],
    within limit: Duration = .seconds(60)
  ) async throws -> String {
    try await send(.bytes(ByteBuffer(string: sql)), to: address.url(settings), address, limit)
  }

  /// Runs an INSERT with a body.
  func insert(
    _ sql: String, _ parts: [ByteBuffer], at address: ClickHouseAddress,
    _ settings: [String: String]
  ) async throws {
    let length = parts.reduce(0) { $0 + $1.readableBytes }
    let stream = AsyncStream { continuation in
      for part in parts { continuation.yield(part) }
      continuation.finish()
    }
    let url = address.url(settings.merging(["query": sql]) { $1 })
    _ = try await send(
      .stream(stream, length: .known(Int64(length))), to: url, address, .seconds(120))
  }

  // The description of an error of a system call has words of the library around the reason.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case let error as NIOConnectionError:
      error.connectionErrors.first.map { reason($0.error) } ?? "the name of the host is not known"
    default: "\(error)"
    }
  }

  private func send(
    _ body: HTTPClientRequest.Body, to url: String, _ address: ClickHouseAddress, _ limit: Duration
  ) async throws -> String {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.body = body
    if let authorization = address.authorization {
      request.headers.add(name: "Authorization", value: authorization)
    }
    do {
      let response = try await http.execute(
        request, timeout: .nanoseconds(Int64(limit / .nanoseconds(1))))
      let answer = try await response.body.collect(upTo: Self.maxAnswerBytes)
      let text = String(buffer: answer)
      guard response.status == .ok else {
        throw ClickHouseError(status: response.status.code, body: text)
      }
      return text
    } catch let error as ClickHouseError {
      throw error
    } catch {
      try Task.checkCancellation()
      throw ClickHouseError(message: "no response from \(address.origin): \(Self.reason(error))")
    }
  }
}
