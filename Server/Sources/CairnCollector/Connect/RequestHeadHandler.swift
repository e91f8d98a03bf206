import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Handles the two request headers that the HTTP server leaves to its user: `Connection` and `Expect`.
///
/// The server closes a connection only for the exact value `close`, but RFC 9110, section 7.6.1, has a list of options
/// without regard to case. A client that sends `Expect: 100-continue` waits before it sends the body (section 10.1.1).
final class RequestHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundOut = HTTPResponsePart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var request) = unwrapInboundIn(data) else {
      return context.fireChannelRead(data)
    }
    let fields = request.headerFields
    if Self.options(fields[values: .connection]).contains("close") {
      request.headerFields[.connection] = "close"
    }
    if Self.options(fields[values: .expect]).contains("100-continue") {
      context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
    context.fireChannelRead(wrapInboundOut(.head(request)))
  }

  private static func options(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }
      .map { $0.filter { !$0.isWhitespace }.lowercased() }
  }
}
