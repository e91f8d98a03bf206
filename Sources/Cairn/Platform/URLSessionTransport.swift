import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with a `URLSession` of its own: no cookies, no cache, no redirects, no credentials.
public final class URLSessionTransport: HTTPTransport {
  private let configuration: URLSessionConfiguration
  #if !canImport(FoundationNetworking)
  private let shared: URLSession
  #endif

  /// Makes a transport.
  ///
  /// - Parameter timeout: How long a request may make no progress, in seconds; the default is 30.
  public init(timeout: Double = 30) {
    configuration = .ephemeral
    configuration.timeoutIntervalForRequest = timeout
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
    let single = SingleRequest()
    do {
      return try await Self.response(single.data(for: Self.message(request), configuration))
    } catch {
      if single.wasChallenged { return HTTPResponse(status: 401) }
      throw error
    }
  }
  #else
  /// Sends the request.
  ///
  /// See `HTTPTransport`. Ends early when its task is cancelled.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await Self.response(shared.data(for: Self.message(request)))
  }
  #endif

  private static func message(_ request: HTTPRequest) -> URLRequest {
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    message.httpBody = Data(request.body)
    for header in request.headers {
      message.setValue(header.value, forHTTPHeaderField: header.name)
    }
    return message
  }

  private static func response(_ answer: (Data, URLResponse)) throws -> HTTPResponse {
    guard let response = answer.1 as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    return HTTPResponse(
      status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { $1 }),
      body: [UInt8](answer.0))
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
