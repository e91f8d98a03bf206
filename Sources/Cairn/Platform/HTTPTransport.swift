public import Foundation

/// The seam to the network: one request, one answer.
///
/// Conform to this to send through something other than `URLSession`, such as a pinned or an instrumented client.
public protocol HTTPTransport: Sendable {
  /// Sends the request and returns the answer, whatever its status. Follows no redirect. Throws when no answer came.
  ///
  /// A `URLError` whose code is that of a connection that did not come about, such as `.cannotConnectToHost`,
  /// `.cannotFindHost`, `.notConnectedToInternet` or `.secureConnectionFailed`, promises that the request was not taken: it may
  /// be sent again where nothing may be sent twice. With every other error nobody knows whether it arrived.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A request with all of its body.
public struct HTTPRequest: Sendable {
  /// Where to.
  public var url: URL
  /// `POST` and the like.
  public var method: String
  /// Names and values, in order.
  public var headers: [(name: String, value: String)]
  /// The bytes to send.
  public var body: [UInt8]

  /// Makes a request.
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

/// An answer with all of its body.
public struct HTTPResponse: Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The headers, by their names in lower case.
  public var headers: [String: String]
  /// The bytes that came.
  public var body: [UInt8]

  /// Makes an answer; header names are put in lower case.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    self.body = body
  }
}
