import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP proxy on a free loopback port that simulates faults of networks and servers.
@available(macOS 14, *)
struct FaultProxy: Sendable {
  typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, ByteBuffer>

  let port: Int
  private let listener: any Channel
  private let tally = ProxyTally()

  /// Creates a proxy that listens.
  init(to collectorPort: Int, faults: any FaultSource) async throws {
    let upstream = Upstream(port: collectorPort)
    let faults = DrawnFaults(faults)
    listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.backlog, value: 256)
      .childChannelInitializer { [tally] channel in
        if faults.resetsConnection() {
          tally.count(.resetOnConnect)
          return channel.resetting()
        }
        return channel.eventLoop.makeCompletedFuture {
          let connection = try Self.connection(channel)
          // Every connection is served even after the listener was closed: NIO traps when an
          // accepted connection is dropped. It ends when its client ends it.
          Task { await ProxyConnection(connection, upstream, faults, tally).serve() }
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    guard let port = listener.localAddress?.port else {
      throw DemoFailure("the proxy got no port")
    }
    self.port = port
  }

  var counts: ProxyCounts { tally.counts }

  /// Stops accepting connections.
  func close() async { try? await listener.close() }

  // Responses are written as bytes, because some must be invalid.
  private static func connection(_ channel: any Channel) throws -> Connection {
    try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
    return try Connection(wrappingChannelSynchronously: channel)
  }
}
