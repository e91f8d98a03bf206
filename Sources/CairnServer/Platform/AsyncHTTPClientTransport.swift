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
/// Foundation's `URLSession` on Linux crashes the process when a response breaks off in its head
/// (Swift 6.3), and keeps a core busy while a server is silent. This transport does neither.
/// Otherwise it behaves like `URLSessionTransport`: each request has its own connection; there are
/// no cookies, no cache, no redirects and no credentials. It uses HTTP/1.1, ignores `http_proxy`
/// and similar variables, and creates no tracing spans, because a URL may contain a key.
///
/// Responses may be compressed with gzip or deflate; only a `GET` requests that. Limits apply to
/// the decompressed size.
///
/// In a child of `fork(2)` requests do not end; the parent delivers the events.
public final class AsyncHTTPClientTransport: HTTPTransport {
  private let client: HTTPClient
  private let deadline: Double
  private let maximumBytes: Int

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - timeout: The longest time without progress, in seconds; the default is 30.
  ///   - deadline: The longest time for the request and its response together, in seconds; the
  ///     default is 120. Then `URLError.timedOut` is thrown, and the request may have arrived.
  ///   - maximumResponseBytes: The longest response, in bytes after decompression; the default is 4
  ///     MiB. A longer one is not read further, and `URLError.dataLengthExceedsMaximum` is thrown.
  public init(timeout: Double = 30, deadline: Double = 120, maximumResponseBytes: Int = 4 << 20) {
    self.deadline = Self.bounded(deadline)
    maximumBytes = maximumResponseBytes
    client = HTTPClient(
      configuration: Self.configuration(Self.bounded(timeout), maximumBytes: maximumResponseBytes))
  }

  deinit { client.shutdown { _ in } }

  /// Sends the request.
  ///
  /// See `HTTPTransport`. The request ends when its task is cancelled. Throws a `URLError` whose
  /// underlying error is that of async-http-client.
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
      guard bytes.count + part.readableBytes <= maximumBytes else {
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
    // The client also supports Unix sockets.
    guard ["http", "https"].contains(request.url.scheme?.lowercased()) else {
      throw URLError(.unsupportedURL)
    }
    var message = HTTPClientRequest(url: request.url.absoluteString)
    message.method = HTTPMethod(rawValue: request.method)
    // The client requests gzip by default. The response to a delivery is short; a document may be
    // long.
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
    _ timeout: Double, maximumBytes: Int
  ) -> HTTPClient.Configuration {
    let timeout = TimeAmount.nanoseconds(Int64(timeout * 1e9))
    // A server may close an idle connection while it is reused, and then it is unknown whether the
    // request has arrived.
    var pool = HTTPClient.Configuration.ConnectionPool(idleTimeout: .zero)
    pool.retryConnectionEstablishment = false
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: HTTPClient.Configuration.Timeout(connect: timeout, read: timeout, write: timeout),
      connectionPool: pool, decompression: .enabled(limit: .size(maximumBytes)))
    configuration.maximumUsesPerConnection = 1
    configuration.httpVersion = .http1Only
    configuration.http1_1ConnectionDebugInitializer = ResponseStatusCheck.add
    configuration.tracing.tracer = nil
    return configuration
  }

  /// Limits a time to one year, since longer ones overflow.
  private static func bounded(_ seconds: Double) -> Double {
    seconds > 0 ? min(seconds, 31_536_000) : 0
  }

  /// Runs the work, and cancels it at the deadline.
  ///
  /// The client's own deadline covers only the head of the response.
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
