import NIOCore
import NIOHTTP1

/// A response of the collector or of the proxy itself.
struct ProxyAnswer: Sendable {
  var status: Int
  var headers: HTTPHeaders = [:]
  var body = ByteBuffer()
  /// Whether a head precedes the body.
  var isHTTP = true

  var isSuccess: Bool { (200...299).contains(status) }

  static let badGateway = ProxyAnswer(status: 502)

  /// Returns the bytes before the body.
  func head(isKeepAlive: Bool) -> ByteBuffer {
    guard isHTTP else { return ByteBuffer() }
    var headers = headers
    headers.replaceOrAdd(name: "Content-Length", value: "\(body.readableBytes)")
    headers.replaceOrAdd(name: "Connection", value: isKeepAlive ? "keep-alive" : "close")
    let status = HTTPResponseStatus(statusCode: status)
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    return ByteBuffer(string: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n\(lines)\r\n")
  }
}
