#if Server
import AsyncHTTPClient
public import Cairn
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Sends requests with async-http-client: the transport for every process on Linux.
///
/// ```swift
/// var configuration = Configuration(writeKey: "my-service", endpoint: endpoint)
/// configuration.transport = AsyncHTTPClientTransport()
/// ```
///
/// Foundation's `URLSession` on Linux ends the process when an answer breaks off in its head (Swift 6.3), and keeps a core busy
/// while a server is silent. This transport does neither. In all else it does what `URLSessionTransport` does on Linux: each
/// request has a connection of its own; no cookies, no cache, no redirects, no credentials. It speaks HTTP/1.1, creates no
/// tracing spans, because an address may hold a key, and ignores `http_proxy` and its like.
///
/// Answers may be compressed with gzip or deflate, though only a `GET` asks for that. What they unpack to is what counts.
///
/// In a child of `fork(2)` no request ends: events are delivered by the parent.
public final class AsyncHTTPClientTransport: HTTPTransport {
  private let client: HTTPClient
  private let deadline: Double
  private let mostBytes: Int

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - timeout: How long a request may make no progress, in seconds; the default is 30.
  ///   - deadline: How long a request and its answer may take altogether, in seconds; the default is 120. Then
  ///     `URLError.timedOut` is thrown, and nobody knows whether the request arrived.
  ///   - mostAnswerBytes: A longer answer is none: no more of it is read, and `URLError.dataLengthExceedsMaximum` thrown. The
  ///     default is 4 MiB.
  public init(timeout: Double = 30, deadline: Double = 120, mostAnswerBytes: Int = 4 << 20) {
    self.deadline = Self.bounded(deadline)
    mostBytes = mostAnswerBytes
    client = HTTPClient(
      configuration: Self.configuration(Self.bounded(timeout), mostBytes: mostAnswerBytes))
  }

  deinit { client.shutdown { _ in } }

  /// Sends the request.
  ///
  /// See `HTTPTransport`. Ends early when its task is cancelled. What is thrown is a `URLError`, with async-http-client's error
  /// beneath.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = RequestBody(request.body)
    do {
      return try await Self.within(deadline) { try await self.exchange(request, body) }
    } catch {
      let isUnsent = body.close()
      let named = URLError(naming: error)
      throw request.body.isEmpty ? named : named.knowing(isUnsent: isUnsent)
    }
  }

  private func exchange(_ request: HTTPRequest, _ body: RequestBody) async throws -> HTTPResponse {
    let message = try Self.message(request, body)
    let answer = try await client.execute(message, timeout: .nanoseconds(Int64(deadline * 1e9)))
    var bytes: [UInt8] = []
    for try await part in answer.body {
      guard bytes.count + part.readableBytes <= mostBytes else {
        throw URLError(.dataLengthExceedsMaximum)
      }
      bytes.append(contentsOf: part.readableBytesView)
    }
    let headers = answer.headers.map { ($0.name.lowercased(), $0.value) }
    return HTTPResponse(
      status: Int(answer.status.code),
      headers: Dictionary(headers, uniquingKeysWith: { $0 + ", " + $1 }), body: bytes)
  }

  private static func message(
    _ request: HTTPRequest, _ body: RequestBody
  ) throws -> HTTPClientRequest {
    // The client would take sockets of this machine, too.
    guard ["http", "https"].contains(request.url.scheme?.lowercased()) else {
      throw URLError(.unsupportedURL)
    }
    var message = HTTPClientRequest(url: request.url.absoluteString)
    message.method = HTTPMethod(rawValue: request.method)
    // Where nothing is said the client asks for gzip. The answer to a delivery is short; what is fetched may be long.
    if request.method != "GET" {
      message.headers.add(name: "Accept-Encoding", value: "identity")
    }
    for header in request.headers {
      message.headers.replaceOrAdd(name: header.name, value: header.value)
    }
    if !request.body.isEmpty {
      message.body = .stream(body, length: .known(Int64(request.body.count)))
    }
    return message
  }
}

extension AsyncHTTPClientTransport {
  private static func configuration(
    _ timeout: Double, mostBytes: Int
  ) -> HTTPClient.Configuration {
    let timeout = TimeAmount.nanoseconds(Int64(timeout * 1e9))
    // A connection that was kept may be closed by the server just when it is used again, and then nobody knows whether the
    // request arrived.
    var pool = HTTPClient.Configuration.ConnectionPool(idleTimeout: .zero)
    pool.retryConnectionEstablishment = false
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: HTTPClient.Configuration.Timeout(connect: timeout, read: timeout, write: timeout),
      connectionPool: pool, decompression: .enabled(limit: .size(mostBytes)))
    configuration.maximumUsesPerConnection = 1
    configuration.httpVersion = .http1Only
    configuration.tracing.tracer = nil
    return configuration
  }

  /// A year at most: longer times overflow.
  private static func bounded(_ seconds: Double) -> Double {
    seconds > 0 ? min(seconds, 31_536_000) : 0
  }

  /// Cancels the work when its time is over.
  ///
  /// The client's own deadline ends with the answer's head.
  private static func within(
    _ seconds: Double, _ work: @Sendable @escaping () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    try await withThrowingTaskGroup(of: HTTPResponse?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let answer = first else {
        throw URLError(.timedOut)
      }
      return answer
    }
  }
}
#endif
