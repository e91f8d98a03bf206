import Foundation
import NIOCore
import NIOHTTP1

/// A request that a load sends to a collector.
struct LoadRequest: Sendable {
  var head: HTTPRequestHead
  var body: ByteBuffer

  /// A batch, of the project whose key it bears.
  init(batch body: ByteBuffer, key: String?, isGzip: Bool = false) {
    var headers = HTTPHeaders([
      ("Host", "127.0.0.1"), ("Content-Type", "application/json"),
      ("Content-Length", "\(body.readableBytes)"),
    ])
    if let key { headers.add(name: "Authorization", value: Self.authorization(key)) }
    if isGzip { headers.add(name: "Content-Encoding", value: "gzip") }
    head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/v1/batch", headers: headers)
    self.body = body
  }

  static func authorization(_ key: String) -> String {
    "Basic " + Data("\(key):".utf8).base64EncodedString()
  }
}

/// What became of the requests of a load.
struct LoadResult: Sendable {
  /// How long each request took that was answered 200.
  var nanoseconds: [Int] = []
  /// How many answers had each other status.
  var others: [UInt: Int] = [:]
  /// Connections that ended before the answer.
  var broken = 0

  static func + (left: LoadResult, right: LoadResult) -> LoadResult {
    LoadResult(
      nanoseconds: left.nanoseconds + right.nanoseconds,
      others: left.others.merging(right.others, uniquingKeysWith: +),
      broken: left.broken + right.broken)
  }
}
