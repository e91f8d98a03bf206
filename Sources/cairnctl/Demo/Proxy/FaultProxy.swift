import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP proxy on a free loopback port that lets a share of the requests fail.
@available(macOS 14, *)
struct FaultProxy: Sendable {
  typealias Connection = NIOAsyncChannel<NIOHTTPServerRequestFull, HTTPServerResponsePart>

  let port: Int
  private let listener: any Channel

  /// Listens from now on.
  init(to collectorPort: Int, dice: FaultDice) async throws {
    let upstream = Upstream(port: collectorPort)
    listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.backlog, value: 256)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let connection = try Self.connection(channel)
          // Every connection is served whatever becomes of the listener: NIO traps when one that
          // was accepted is dropped. It ends when its client does.
          Task { await ProxyConnection(connection, upstream, dice).serve() }
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    guard let port = listener.localAddress?.port else {
      throw DemoFailure("the proxy got no port")
    }
    self.port = port
  }

  /// Takes no more connections.
  func close() async { try? await listener.close() }

  private static func connection(_ channel: any Channel) throws -> Connection {
    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
    try channel.pipeline.syncOperations.addHandler(
      NIOHTTPServerRequestAggregator(maxContentLength: Upstream.mostBytes))
    return try Connection(wrappingChannelSynchronously: channel)
  }
}
