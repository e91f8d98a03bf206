import Hummingbird
import NIOCore

/// Reads the body of a request, up to the limits.
struct BodyReader {
  let limits: CollectorConfiguration
  let lease: ByteBudget.Lease

  /// Returns the body's bytes as received; `look` gets the first ones, decompressed, before more
  /// are read.
  func read(
    _ request: Request, _ look: (_ first: [UInt8]) throws -> Void
  ) async throws -> ReceivedBody {
    let isGzip = try isGzip(request.headers[.contentEncoding])
    let bytes = try await receive(request.body) { first in
      try look(isGzip ? Gunzip.prefix(of: first, atMost: BodyKey.prefix) : first)
    }
    return ReceivedBody(bytes: bytes, isGzip: isGzip)
  }

  /// Returns the body's bytes, decompressed if the sender compressed them.
  func unpack(_ body: ReceivedBody) throws(Refusal) -> [UInt8] {
    body.isGzip ? try Gunzip(limits: limits, lease: lease).unpack(body.bytes) : body.bytes
  }

  private func isGzip(_ encoding: String?) throws(Refusal) -> Bool {
    switch encoding?.lowercased() {
    case nil, "", "identity": return false
    case "gzip", "x-gzip": return true
    default:
      throw Refusal(
        status: .unsupportedMediaType, code: "unsupportedEncoding",
        message: "the Content-Encoding is not one of gzip, identity",
        headers: [.acceptEncoding: "gzip"])
    }
  }

  private func receive(
    _ body: RequestBody, _ look: (_ first: [UInt8]) throws -> Void
  ) async throws -> [UInt8] {
    var bytes = GatheredBytes()
    var count = 0
    var hasLooked = false
    for try await buffer in body {
      count += buffer.readableBytes
      if count <= limits.maxBodyBytes {
        try lease.take(buffer.readableBytes)
        bytes.append(buffer.readableBytesView)
      } else if count > limits.maxBodyBytes * Self.patience {
        break
      }
      if !hasLooked, bytes.count >= BodyKey.prefix {
        hasLooked = true
        try look(bytes.first(BodyKey.prefix))
      }
    }
    guard count <= limits.maxBodyBytes else {
      throw Refusal.tooLarge("the body is too large", limits)
    }
    if !hasLooked { try look(bytes.first(BodyKey.prefix)) }
    return bytes.joined()
  }

  // A sender that is still writing does not read, and would see a reset connection instead of the
  // response. So a body that is only somewhat too large is read to its end and discarded.
  private static let patience = 16
}

/// The body of a request as received.
struct ReceivedBody: Sendable {
  var bytes: [UInt8]
  var isGzip: Bool
}
