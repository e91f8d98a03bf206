import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Passes on connections to a server of PostgreSQL, and counts the round trips.
final class RoundTripRelay: Sendable {
  private struct State {
    var trips = 0
    var isAnswered = true
  }

  private let state = Mutex(State())

  /// The number of times that a client sent something after an answer.
  var trips: Int { state.withLock { $0.trips } }

  /// Runs the relay while the body runs; passes a URL that leads through it.
  func run(
    to url: String, in folder: TemporaryFolder, _ body: (String) async throws -> Void
  ) async throws {
    let (start, host) = try Self.parts(of: url)
    let socket = "/.s.PGSQL.5432"
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { client in
        ClientBootstrap(group: client.eventLoop).connect(unixDomainSocketPath: host + socket)
          .flatMapThrowing { server in
            try client.pipeline.syncOperations.addHandler(
              Forwarding(to: server) { self.sent() })
            try server.pipeline.syncOperations.addHandler(
              Forwarding(to: client) { self.answered() })
          }
      }
      .bind(unixDomainSocketPath: folder.path(socket)).get()
    try await body(start + Self.encoded(folder.path("")))
    try await listener.close()
  }

  private func sent() {
    state.withLock { state in
      if state.isAnswered { state.trips += 1 }
      state.isAnswered = false
    }
  }

  private func answered() { state.withLock { $0.isAnswered = true } }

  private static func parts(of url: String) throws -> (start: String, host: String) {
    guard let equals = url.lastIndex(of: "="),
      let host = String(url[url.index(after: equals)...]).removingPercentEncoding
    else { throw CocoaError(.fileNoSuchFile) }
    return (String(url[...equals]), host)
  }

  private static func encoded(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? path
  }
}

private final class Forwarding: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let other: any Channel
  private let count: () -> Void

  init(to other: any Channel, _ count: @escaping () -> Void) {
    self.other = other
    self.count = count
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    count()
    other.writeAndFlush(unwrapInboundIn(data), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }
}
