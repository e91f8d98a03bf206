import NIOCore
import NIOHTTP1
import NIOPosix

/// The demo's Edge Network, which accepts and records all requests.
@available(macOS 14, *)
struct EdgeServer: Sendable {
  let port: Int
  let book = EdgeBook()
  private let listener: any Channel

  /// Creates a server that listens on a free loopback port.
  init() async throws {
    listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.backlog, value: 256)
      .childChannelInitializer { [book] channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(
            NIOHTTPServerRequestAggregator(maxContentLength: Upstream.maxBytes))
          try pipeline.addHandler(EdgeHandler(book))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    guard let port = listener.localAddress?.port else {
      throw DemoFailure("the server got no port")
    }
    self.port = port
  }

  func close() async { try? await listener.close() }
}

/// One connection, one request.
private final class EdgeHandler: ChannelInboundHandler {
  typealias InboundIn = NIOHTTPServerRequestFull
  typealias OutboundOut = HTTPServerResponsePart

  private let book: EdgeBook

  init(_ book: EdgeBook) { self.book = book }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let request = unwrapInboundIn(data)
    let isValid = book.take(request.body.map { Array($0.readableBytesView) } ?? [])
    let head = HTTPResponseHead(
      version: .http1_1, status: isValid ? .ok : .badRequest,
      headers: ["Content-Length": "0", "Connection": "close"])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
