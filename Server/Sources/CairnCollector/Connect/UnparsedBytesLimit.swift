import NIOCore

/// Closes a connection whose bytes no longer become parts of requests.
///
/// The parser stops behind a request for another protocol (`Upgrade`, `CONNECT`) and keeps every
/// later byte, since it might be of that protocol. Without this limit, a client without a key could
/// use all memory.
final class UnparsedBytesLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// More than the longest head, of which the parser refuses more than 80 KiB.
  static let mostBytes = 96 << 10

  private var bytes = 0

  /// Records that the parser has returned a part of a request.
  func parsed() { bytes = 0 }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bytes += unwrapInboundIn(data).readableBytes
    guard bytes <= Self.mostBytes else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }
}
