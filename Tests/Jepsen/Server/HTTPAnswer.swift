/// The bytes of a response.
struct HTTPAnswer: Sendable {
  /// The head; empty for a response that is not HTTP.
  let head: String
  let body: String

  init(_ status: Int, headers: String = "", body: String = "") {
    head =
      "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.utf8.count)\r\n\(headers)"
      + "Connection: close\r\n\r\n"
    self.body = body
  }

  init(raw: String) { (head, body) = ("", raw) }

  var bytes: [UInt8] { Array((head + body).utf8) }

  /// The whole head, and half of the body.
  var half: [UInt8] { Array(head.utf8) + Array(body.utf8).prefix(body.utf8.count / 2) }
}
