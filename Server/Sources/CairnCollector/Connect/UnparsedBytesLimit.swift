import NIOCore

/// Discards the bytes of a connection that no longer become parts of requests.
///
/// The parser stops behind a request for another protocol (`Upgrade`, `CONNECT`) and keeps every
/// later byte, since it might be of that protocol. Without this limit, a client without a key could
/// use all memory. The connection is not closed here, because the client might lose the response;
/// its deadlines end it.
final class UnparsedBytesLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The number of bytes without a part; the parser refuses a head of more than 80 KiB.
  static let maxBytes = 96 << 10

  private var bytes = 0

  /// Records that the parser has returned a part of a request.
  func parsed() { bytes = 0 }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bytes += unwrapInboundIn(data).readableBytes
    if bytes <= Self.maxBytes { context.fireChannelRead(data) }
  }
}
