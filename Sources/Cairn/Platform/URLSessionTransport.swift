import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with a private `URLSession`: no cookies, no cache, no redirects, no credentials.
///
/// On Linux, Foundation ends the process when a response ends inside its header section (Swift
/// 6.3), uses a full core while a server does not respond, and decompresses everything that it has
/// received before it can be stopped. Use the `AsyncHTTPClientTransport` of the product
/// `CairnServer` there. Only `GET` requests ask for a compressed response.
public final class URLSessionTransport: HTTPTransport {
  private let configuration: URLSessionConfiguration
  private let maximumBytes: Int
  #if !canImport(FoundationNetworking)
  private let shared: URLSession
  private let delegate = TransportDelegate()
  #endif

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time without progress, in seconds; the default is 30.
  ///   - deadline: The maximum duration of a request and its response, in seconds; the default is
  ///     120. After that time `URLError.timedOut` is thrown, and it is unknown whether the request
  ///     arrived.
  ///   - maximumResponseBytes: The maximum size of a response, in bytes. Reading a longer one stops,
  ///     and `URLError.dataLengthExceedsMaximum` is thrown. The default is 4 MiB.
  public init(timeout: Double = 30, deadline: Double = 120, maximumResponseBytes: Int = 4 << 20) {
    maximumBytes = maximumResponseBytes
    configuration = .ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.timeoutIntervalForResource = deadline
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpShouldSetCookies = false
    #if !canImport(FoundationNetworking)
    shared = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
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
    // On a kept connection that has died since, this Foundation repeats the head of a request
    // without its body, and then hangs. So each request has its own session and connection.
    let single = SingleRequest(maximumBytes: maximumBytes)
    do {
      let (data, response) = try await single.data(for: Self.message(request), configuration)
      return try Self.response([UInt8](data), response)
    } catch {
      if single.wasChallenged { return HTTPResponse(status: 401) }
      throw Self.named(error, request.url)
    }
  }

  /// Returns the error with a correct code.
  ///
  /// This Foundation reports a response that is not HTTP as an unsupported URL, which would mean
  /// that nothing was sent.
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
    let (bytes, response) = try await shared.bytes(
      for: Self.message(request), delegate: delegate)
    var body: [UInt8] = []
    for try await byte in bytes {
      guard body.count < maximumBytes else {
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
    // Foundation decompresses everything. The response to a delivery is short; fetched data may be
    // long.
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
/// Refuses redirects, which would send the body or a key to a server that is not configured.
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
