import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with a `URLSession` of its own: no cookies, no cache, no redirects.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession

  /// Makes a transport.
  ///
  /// `timeout` is how long a request may make no progress, in seconds; the default is 30.
  public init(timeout: Double = 30) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.httpShouldSetCookies = false
    session = URLSession(
      configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends the request.
  ///
  /// See `HTTPTransport`. Ends early when its task is cancelled.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    message.httpBody = Data(request.body)
    for header in request.headers {
      message.setValue(header.value, forHTTPHeaderField: header.name)
    }
    let (body, answer) = try await session.data(for: message)
    guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    var headers: [String: String] = [:]
    for (name, value) in answer.allHeaderFields {
      headers["\(name)"] = "\(value)"
    }
    return HTTPResponse(status: answer.statusCode, headers: headers, body: [UInt8](body))
  }
}

/// A redirect would send the body, and the key, to an address that nobody configured.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
