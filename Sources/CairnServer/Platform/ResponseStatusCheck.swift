#if Server
import NIOCore
import NIOHTTP1

/// Fails a response whose status is below 100, and closes the connection.
///
/// async-http-client takes every status below 200 except 101 for an interim response, while the
/// parser takes a status below 100 for a final one. Without this check, the end of such a response
/// ends the process (async-http-client 1.37).
final class ResponseStatusCheck: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  private var isRejected = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 { isRejected = true }
    guard isRejected else { return context.fireChannelRead(data) }
    context.fireErrorCaught(HTTPParserError.invalidStatus)
    context.close(promise: nil)
  }

  /// Adds the check behind the parser of a client's connection.
  @Sendable static func add(to channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(ResponseStatusCheck(), position: .after(parser))
    }
  }
}
#endif
