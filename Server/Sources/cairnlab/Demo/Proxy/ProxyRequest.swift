import NIOCore
import NIOHTTP1

/// A request, as far as it has come.
struct ProxyRequest {
  var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
  var fault: Fault?
  var body = ByteBuffer()
  var isWhole = false

  /// A body longer than this may meet 413.
  ///
  /// One event of the demo is never so long, so cutting the batch comes to an end.
  static let mostBytes = 1_500

  /// Takes what has come of the body.
  mutating func add(_ piece: ByteBuffer) throws {
    body.writeImmutableBuffer(piece)
    guard body.readableBytes <= Upstream.mostBytes else {
      throw DemoFailure("the body of a request is too long")
    }
  }

  /// Whether there is something to do: for some faults before the request is whole.
  var isReady: Bool {
    switch fault {
    case .resetOnConnect?: true
    case .resetInRequest?: isWhole || body.readableBytes > 0
    default: isWhole
    }
  }

  /// The fault, if it can happen to this request.
  var possibleFault: Fault? {
    fault == .tooLarge && body.readableBytes <= Self.mostBytes ? nil : fault
  }
}
