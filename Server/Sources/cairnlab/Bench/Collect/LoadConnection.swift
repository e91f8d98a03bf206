import NIOCore
import NIOHTTP1
import NIOPosix
import ToolSupport

/// One connection for requests, each of which is sent after the response to the one before.
enum LoadConnection {
  /// Returns when there are no more requests, or when the connection ends.
  ///
  /// `next` returns each request; `pause` returns the time to wait before it.
  static func run(
    port: Int, pause: TimeAmount = .zero, next: @escaping @Sendable () -> LoadRequest?
  ) async throws -> LoadResult {
    let group = MultiThreadedEventLoopGroup.singleton
    let promise = group.next().makePromise(of: LoadResult.self)
    do {
      _ = try await ClientBootstrap(group: group)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHTTPClientHandlers()
            try pipeline.addHandler(NIOHTTPClientResponseAggregator(maxContentLength: 8 << 20))
            try pipeline.addHandler(LoadHandler(pause, next, promise))
          }
        }
        .connect(host: "127.0.0.1", port: port).get()
    } catch {
      promise.fail(error)
    }
    return try await promise.futureResult.get()
  }

  /// Returns whether a collector at this port is ready.
  static func isAnswered(port: Int) async -> Bool {
    let sent = Counter()
    let result = try? await run(port: port) {
      sent.next() == 0 ? LoadRequest(get: "/health/ready", key: "reader") : nil
    }
    return result?.nanoseconds.count == 1
  }
}

private final class LoadHandler: ChannelInboundHandler {
  typealias InboundIn = NIOHTTPClientResponseFull
  typealias OutboundOut = HTTPClientRequestPart

  private let pause: TimeAmount
  private let next: @Sendable () -> LoadRequest?
  private let promise: EventLoopPromise<LoadResult>
  private var result = LoadResult()
  /// The start time of the current request.
  private var began: Int?
  private var isAtStart = false

  init(
    _ pause: TimeAmount, _ next: @escaping @Sendable () -> LoadRequest?,
    _ promise: EventLoopPromise<LoadResult>
  ) {
    self.pause = pause
    self.next = next
    self.promise = promise
  }

  func channelActive(context: ChannelHandlerContext) { send(context) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let status = unwrapInboundIn(data).head.status
    if let began, status == .ok {
      let duration = Stopwatch.nanoseconds() - began
      if isAtStart {
        result.startNanoseconds.append(duration)
      } else {
        result.nanoseconds.append(duration)
      }
    } else {
      result.others[status.code, default: 0] += 1
    }
    began = nil
    guard pause > .zero else { return send(context) }
    context.eventLoop.assumeIsolated().scheduleTask(in: pause) { self.send(context) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if began != nil { result.broken += 1 }
    promise.succeed(result)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func send(_ context: ChannelHandlerContext) {
    guard context.channel.isActive, let request = next() else {
      return context.close(promise: nil)
    }
    let left = request.due.map { $0 - Stopwatch.nanoseconds() } ?? 0
    guard left > 0 else { return write(request, context) }
    context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(left))) {
      self.write(request, context)
    }
  }

  private func write(_ request: LoadRequest, _ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    began = request.due ?? Stopwatch.nanoseconds()
    isAtStart = request.isAtStart
    context.write(wrapOutboundOut(.head(request.head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(request.body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
