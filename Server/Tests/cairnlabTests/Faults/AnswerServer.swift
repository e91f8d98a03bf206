import Cairn
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

/// A server on a free loopback port that keeps the body of every complete request, and responds as
/// configured.
final class AnswerServer: Sendable {
  private struct State {
    var bodies: [[UInt8]] = []
    var answer: HTTPResponse?
  }

  /// The default response, which accepts everything.
  private static let success = HTTPResponse(status: 200, body: Array("{}".utf8))

  private let state = Locked(State())
  private let listener = Locked<(any Channel)?>(nil)

  init() async throws {
    let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { [weak self] channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(NIOHTTPServerRequestAggregator(maxContentLength: 1 << 20))
          try pipeline.addHandler(Handler { self?.receive($0) ?? Self.success })
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    listener.withLock { $0 = channel }
  }

  var port: Int { listener.withLock { $0?.localAddress?.port ?? 0 } }

  /// The bodies of all requests, in order.
  var bodies: [[UInt8]] { state.withLock { $0.bodies } }

  /// Responds to the next request with this response; all others are accepted.
  func answerNext(_ answer: HTTPResponse) { state.withLock { $0.answer = answer } }

  func close() async { try? await listener.withLock { $0 }?.close() }

  private func receive(_ body: [UInt8]) -> HTTPResponse {
    state.withLock { state in
      state.bodies.append(body)
      defer { state.answer = nil }
      return state.answer ?? Self.success
    }
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = NIOHTTPServerRequestFull
    typealias OutboundOut = HTTPServerResponsePart

    private let receive: ([UInt8]) -> HTTPResponse

    init(_ receive: @escaping ([UInt8]) -> HTTPResponse) { self.receive = receive }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let request = unwrapInboundIn(data)
      let answer = receive(request.body.map { Array($0.readableBytesView) } ?? [])
      var head = HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status))
      for (name, value) in answer.headers { head.headers.add(name: name, value: value) }
      head.headers.add(name: "Content-Length", value: "\(answer.body.count)")
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }
}
