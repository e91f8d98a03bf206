import NIOCore
import NIOHTTP1
import NIOPosix

/// The proxy's side of the collector: a new connection for each request.
@available(macOS 14, *)
struct Upstream: Sendable {
  typealias Connection = NIOAsyncChannel<NIOHTTPClientResponseFull, HTTPClientRequestPart>

  /// The maximum length of bodies of requests and responses; the SDK's are below 1 MB.
  static let maxBytes = 8 << 20

  let port: Int

  /// Passes the request on, and returns the collector's response.
  func send(_ request: ProxyRequest, slowly: Bool = false) async throws -> ProxyAnswer {
    try await connect().executeThenClose { answers, requests in
      try await requests.write(.head(Self.head(request.head)))
      for piece in slowly ? request.body.trickle : [request.body] {
        if slowly { try await ByteBuffer.pause() }
        try await requests.write(.body(.byteBuffer(piece)))
      }
      try await requests.write(.end(nil))
      for try await answer in answers { return Self.withoutHops(answer) }
      throw ChannelError.eof
    }
  }

  /// Passes on the received body except its last half, and resets the connection.
  func cut(_ request: ProxyRequest) async throws {
    let connection = try await connect()
    try await connection.executeThenClose { _, requests in
      try await requests.write(.head(Self.head(request.head)))
      try await requests.write(.body(.byteBuffer(request.body.firstHalf)))
      try await connection.channel.reset()
    }
  }

  private func connect() async throws -> Connection {
    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(
            NIOHTTPClientResponseAggregator(maxContentLength: Self.maxBytes))
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
  }

  private static func head(_ head: HTTPRequestHead) -> HTTPRequestHead {
    var head = head
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    return head
  }

  /// Removes the headers about the collector's connection, which do not apply to the client's.
  private static func withoutHops(_ answer: NIOHTTPClientResponseFull) -> ProxyAnswer {
    var headers = answer.head.headers
    headers.remove(name: "Connection")
    headers.remove(name: "Transfer-Encoding")
    return ProxyAnswer(
      status: Int(answer.head.status.code), headers: headers, body: answer.body ?? ByteBuffer())
  }
}
