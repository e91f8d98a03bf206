import HTTPTypes
import Logging
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client takes too long to send a head or a body, or to read a response.
///
/// The deadlines apply before any authentication. A connection has one timer, which is set again
/// only when it fires.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The number of bytes that are read at once.
  ///
  /// Up to ten such chunks wait for the handler of their request, and no budget counts them: with
  /// NIO's 64 KiB, a thousand connections could use 640 MB. With few connections, larger chunks
  /// cost little memory and save system calls for each batch.
  static func pieceBytes(connections: Int) -> Int { connections <= 16 ? 8_192 : 1_024 }

  private let connections: Connections
  private let deadlines: ConnectionDeadlines
  private let unparsed: UnparsedBytesLimit?
  private let logger: Logger
  private var phase = ConnectionPhase(at: .distantPast)
  /// The methods of the requests that have no response yet, in order.
  private var methods: [HTTPRequest.Method] = []
  /// Whether the last response is a stream, which ends only when one side closes the connection.
  private var isStreaming = false
  private var hasInputEnded = false
  private var timer: (end: NIODeadline, task: Scheduled<Void>)?

  /// `unparsed` becomes the first handler of the pipeline, in front of the parser.
  init(
    _ connections: Connections, _ deadlines: ConnectionDeadlines,
    _ unparsed: UnparsedBytesLimit? = nil, logger: Logger
  ) {
    self.connections = connections
    self.deadlines = deadlines
    self.unparsed = unparsed
    self.logger = logger
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if let unparsed {
      do {
        try context.pipeline.syncOperations.addHandler(unparsed, position: .first)
      } catch {
        context.close(promise: nil)
      }
    }
    if context.channel.isActive { begin(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end(context) }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    unparsed?.parsed()
    switch unwrapInboundIn(data) {
    case .head(let request):
      methods.append(request.method)
      phase.asked(at: context.eventLoop.now)
    case .body(let bytes): phase.received(bytes.readableBytes)
    case .end: phase.ended()
    }
    update(context)
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let response):
      answers(response.status, context)
      isStreaming = Self.isStream(response)
    case .body: break
    case .end:
      isStreaming = false
      phase.answered(at: context.eventLoop.now)
    }
    context.write(data, promise: promise)
    update(context)
    closeIfLeft(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
    guard let event = event as? ChannelEvent, event == .inputClosed else { return }
    hasInputEnded = true
    connections.clientLeft(context.channel)
    closeIfLeft(context)
  }

  /// Closes the connection of a stream whose client has closed its side: it sends nothing more, so
  /// that only a failing write would tell that it is gone.
  private func closeIfLeft(_ context: ChannelHandlerContext) {
    if isStreaming, hasInputEnded { context.close(promise: nil) }
  }

  private static func isStream(_ response: HTTPResponse) -> Bool {
    response.headerFields[.contentType]?.hasPrefix("text/event-stream") ?? false
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    phase.takes(context.channel.isWritable, at: context.eventLoop.now)
    update(context)
    context.fireChannelWritabilityChanged()
  }

  private func answers(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
    // An interim response, or a response to data that is not HTTP, belongs to no request.
    guard status.kind != .informational, !methods.isEmpty else { return }
    let method = methods.removeFirst()
    if method == .post, status.kind == .successful { connections.stored(context.channel) }
  }

  private func begin(_ context: ChannelHandlerContext) {
    let now = context.eventLoop.now
    phase = ConnectionPhase(at: now)
    connections.opened(context.channel, at: now)
    let pieceBytes = Self.pieceBytes(connections: connections.count)
    try? context.channel.syncOptions?.setOption(
      .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: pieceBytes))
    update(context)
  }

  private func end(_ context: ChannelHandlerContext) {
    timer?.task.cancel()
    timer = nil
    connections.closed(context.channel)
  }

  private func update(_ context: ChannelHandlerContext) {
    connections.waits(context.channel, since: phase.waitingSince)
    guard context.channel.isActive, let deadline = phase.deadline(deadlines) else { return }
    // A timer that fires too early checks again.
    if let timer, timer.end <= deadline { return }
    timer?.task.cancel()
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.timer = nil
      self.look(context)
    }
    timer = (deadline, task)
  }

  private func look(_ context: ChannelHandlerContext) {
    guard let deadline = phase.deadline(deadlines), deadline <= context.eventLoop.now else {
      return update(context)
    }
    logger.debug("a connection was closed because the client was too slow")
    context.close(promise: nil)
  }
}
