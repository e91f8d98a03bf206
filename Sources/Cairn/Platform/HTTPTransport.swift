public import Foundation

/// Sends an HTTP request and returns its response.
///
/// Implement this protocol to use an HTTP client other than `URLSession`, to pin certificates, or
/// to measure requests.
public protocol HTTPTransport: Sendable {
  /// Sends the request and returns the response, whatever its status.
  ///
  /// It does not follow redirects. It throws when there is no response.
  ///
  /// A `URLError` with the code of a failed connection, such as `.cannotConnectToHost`,
  /// `.cannotFindHost`, `.notConnectedToInternet` or `.secureConnectionFailed`, guarantees that the
  /// server did not receive the request, so it can be resent even to a service that does not
  /// deduplicate. With every other error it is unknown whether the request arrived.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// An HTTP request with its complete body.
public struct HTTPRequest: Sendable {
  /// The URL.
  public var url: URL
  /// The method, such as `POST`.
  public var method: String
  /// The headers, as names and values in order.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]

  /// Creates a request.
  public init(
    url: URL, method: String = "POST", headers: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }
}

/// An HTTP response with its complete body.
public struct HTTPResponse: Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The headers, by their names in lower case.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// Creates a response; header names are converted to lower case.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    self.body = body
  }
}
