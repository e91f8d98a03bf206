import NIOCore
import NIOHTTP1

/// A request, as far as it was received.
struct ProxyRequest {
  var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
  var fault: Fault?
  var body = ByteBuffer()
  var isWhole = false

  /// The length above which a body may get status 413.
  ///
  /// A single event of the demo is never as long, so dividing batches terminates.
  static let maxBytes = 1_500

  /// Adds a received chunk of the body.
  mutating func add(_ piece: ByteBuffer) throws {
    body.writeImmutableBuffer(piece)
    guard body.readableBytes <= Upstream.maxBytes else {
      throw DemoFailure("the body of a request is too long")
    }
  }

  /// Whether the proxy can act, which for some faults is before the request is complete.
  var isReady: Bool {
    switch fault {
    case .resetOnConnect?: true
    case .resetInRequest?: isWhole || body.readableBytes > 0
    default: isWhole
    }
  }

  /// The fault, if it is possible for this request.
  var possibleFault: Fault? {
    fault == .tooLarge && body.readableBytes <= Self.maxBytes ? nil : fault
  }
}
