import Foundation
import NIOCore
import NIOHTTP1

/// A request of a load test.
struct LoadRequest: Sendable {
  var head: HTTPRequestHead
  var body: ByteBuffer
  /// The time at which to send it, in nanoseconds of `Stopwatch`; nil for at once.
  ///
  /// Its duration counts from then, also when the response before comes later.
  var due: Int?
  /// Whether its duration is one of a new collector: `LoadResult.startNanoseconds`.
  var isAtStart = false

  /// Creates a batch for the project of the key.
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

  /// Creates a request that reads.
  init(get path: String, key: String) {
    let headers = HTTPHeaders([
      ("Host", "127.0.0.1"), ("Authorization", Self.authorization(key)),
    ])
    head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)
    body = ByteBuffer()
  }

  static func authorization(_ key: String) -> String {
    "Basic " + Data("\(key):".utf8).base64EncodedString()
  }
}

/// The results of the requests of a load test.
struct LoadResult: Sendable {
  /// The duration of each request with status 200.
  var nanoseconds: [Int] = []
  /// The durations of those at the start, which are not in `nanoseconds`.
  var startNanoseconds: [Int] = []
  /// The number of responses with each other status.
  var others: [UInt: Int] = [:]
  /// The number of connections that ended before the response.
  var broken = 0

  static func + (left: LoadResult, right: LoadResult) -> LoadResult {
    LoadResult(
      nanoseconds: left.nanoseconds + right.nanoseconds,
      startNanoseconds: left.startNanoseconds + right.startNanoseconds,
      others: left.others.merging(right.others, uniquingKeysWith: +),
      broken: left.broken + right.broken)
  }
}
