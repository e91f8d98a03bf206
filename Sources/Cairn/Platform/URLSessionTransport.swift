import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with a `URLSession` of its own: no cookies, no cache, no redirects, no credentials.
///
/// On Linux, Foundation ends the process when an answer breaks off in its head (Swift 6.3), keeps a core busy while a server
/// is silent, and unpacks all that it has received before it can be stopped. There, use the `AsyncHTTPClientTransport` of the
/// product `CairnServer`. Only a `GET` asks for an answer that is compressed.
public final class URLSessionTransport: HTTPTransport {
  private let configuration: URLSessionConfiguration
  private let mostBytes: Int
  #if !canImport(FoundationNetworking)
  private let shared: URLSession
  #endif

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - timeout: How long a request may make no progress, in seconds; the default is 30.
  ///   - deadline: How long a request and its answer may take altogether, in seconds; the default is 120. Then
  ///     `URLError.timedOut` is thrown, and nobody knows whether the request arrived.
  ///   - maxResponseBytes: A longer answer is none: no more of it is read, and `URLError.dataLengthExceedsMaximum` thrown. The
  ///     default is 4 MiB.
  public init(timeout: Double = 30, deadline: Double = 120, maxResponseBytes: Int = 4 << 20) {
    mostBytes = maxResponseBytes
    configuration = .ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.timeoutIntervalForResource = deadline
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpShouldSetCookies = false
    #if !canImport(FoundationNetworking)
    shared = URLSession(
      configuration: configuration, delegate: TransportDelegate(), delegateQueue: nil)
    #endif
  }

  #if !canImport(FoundationNetworking)
  deinit { shared.finishTasksAndInvalidate() }
  #endif

  #if canImport(FoundationNetworking)
  /// Sends the request.
  ///
  /// See `HTTPTransport`. Ends early when its task is cancelled.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    // On a connection that was kept and has died since, this Foundation repeats the head of a request without its
    // body, and then hangs. So each request has a session, and a connection, of its own.
    let single = SingleRequest(mostBytes: mostBytes)
    do {
      let (data, response) = try await single.data(for: Self.message(request), configuration)
      return try Self.response([UInt8](data), response)
    } catch {
      if single.wasChallenged { return HTTPResponse(status: 401) }
      throw Self.named(error, request.url)
    }
  }

  /// This Foundation calls an answer that is no HTTP an address that it does not support, which would say that nothing was
  /// sent.
  private static func named(_ error: any Error, _ url: URL) -> any Error {
    guard (error as? URLError)?.code == .unsupportedURL,
      ["http", "https"].contains(url.scheme?.lowercased())
    else { return error }
    return URLError(.badServerResponse)
  }
  #else
  /// Sends the request.
  ///
  /// See `HTTPTransport`. Ends early when its task is cancelled.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let (bytes, response) = try await shared.bytes(for: Self.message(request))
    var body: [UInt8] = []
    for try await byte in bytes {
      guard body.count < mostBytes else {
        bytes.task.cancel()
        throw URLError(.dataLengthExceedsMaximum)
      }
      body.append(byte)
    }
    return try Self.response(body, response)
  }
  #endif

  private static func message(_ request: HTTPRequest) -> URLRequest {
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    message.httpBody = Data(request.body)
    // Foundation unpacks whatever comes. The answer to a delivery is short; what is fetched may be long.
    if request.method != "GET" {
      message.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
    for header in request.headers {
      message.setValue(header.value, forHTTPHeaderField: header.name)
    }
    return message
  }

  private static func response(_ body: [UInt8], _ response: URLResponse) throws -> HTTPResponse {
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    return HTTPResponse(
      status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { $1 }),
      body: body)
  }
}

#if !canImport(FoundationNetworking)
/// Refuses what would send the body, or a key, to somebody that nobody configured.
private final class TransportDelegate: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
#endif
