import Hummingbird
import NIOCore

/// Reads the body of a request, up to the limits.
struct BodyReader {
  let limits: CollectorConfiguration

  /// The body's bytes as received.
  func read(_ request: Request) async throws -> ReceivedBody {
    let isGzip = try isGzip(request.headers[.contentEncoding])
    return ReceivedBody(bytes: try await receive(request.body), isGzip: isGzip)
  }

  /// The body's bytes, unpacked when the sender packed them.
  func unpack(_ body: ReceivedBody) throws(Refusal) -> [UInt8] {
    body.isGzip ? try Gunzip(limits: limits).unpack(body.bytes) : body.bytes
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

  private func receive(_ body: RequestBody) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    var count = 0
    for try await buffer in body {
      count += buffer.readableBytes
      if count <= limits.maxBodyBytes {
        bytes.append(contentsOf: buffer.readableBytesView)
      } else if count > limits.maxBodyBytes * Self.patience {
        break
      }
    }
    guard count <= limits.maxBodyBytes else {
      throw Refusal.tooLarge("the body is too large", limits)
    }
    return bytes
  }

  // A sender that is still writing does not read, and would see a reset connection instead of the
  // answer. So a body that is only somewhat too large is read to its end and thrown away.
  private static let patience = 16
}
