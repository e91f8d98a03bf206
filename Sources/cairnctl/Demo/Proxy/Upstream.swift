import NIOCore
import NIOHTTP1
import NIOPosix

/// The way from the proxy to the collector: a new connection a request.
@available(macOS 14, *)
struct Upstream: Sendable {
  typealias Connection = NIOAsyncChannel<NIOHTTPClientResponseFull, HTTPClientRequestPart>

  /// Longer bodies, of requests or answers, do not pass; the SDK's are below 1 MB.
  static let mostBytes = 8 << 20

  let port: Int

  /// Passes the request on, and returns the collector's answer.
  func send(_ request: NIOHTTPServerRequestFull) async throws -> NIOHTTPClientResponseFull {
    let connection = try await connect()
    return try await connection.executeThenClose { answers, requests in
      try await requests.write(.head(head(request.head)))
      if let body = request.body { try await requests.write(.body(.byteBuffer(body))) }
      try await requests.write(.end(nil))
      for try await answer in answers { return Self.withoutHops(answer) }
      throw ChannelError.eof
    }
  }

  private func connect() async throws -> Connection {
    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(
            NIOHTTPClientResponseAggregator(maxContentLength: Self.mostBytes))
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
  }

  private func head(_ head: HTTPRequestHead) -> HTTPRequestHead {
    var head = head
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    return head
  }

  /// What the collector says about its connection is not true of the client's.
  private static func withoutHops(
    _ answer: NIOHTTPClientResponseFull
  ) -> NIOHTTPClientResponseFull {
    var head = answer.head
    head.headers.remove(name: "Connection")
    head.headers.remove(name: "Transfer-Encoding")
    head.headers.replaceOrAdd(
      name: "Content-Length", value: "\(answer.body?.readableBytes ?? 0)")
    return NIOHTTPClientResponseFull(head: head, body: answer.body)
  }
}
