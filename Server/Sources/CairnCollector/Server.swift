import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle

/// Owns the listening socket: binds it, returns the port, shuts it down.
@available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
final class Server: Sendable {
  private enum Phase {
    case ready
    case running(ServiceGroup)
    case ended
  }

  let boundPort = BoundPort()
  let connections: Connections
  private let respond: @Sendable (Request, SocketAddress?) async throws -> Response
  private let tls: TLSFiles?
  private let configuration: CollectorConfiguration
  private let deadlines: ConnectionDeadlines
  private let logger: Logger
  private let phase = Locked(Phase.ready)

  init(
    configuration: CollectorConfiguration, deadlines: ConnectionDeadlines, connections: Connections,
    tls: TLSFiles? = nil, logger: Logger,
    respond: @escaping @Sendable (Request, SocketAddress?) async throws -> Response
  ) {
    self.respond = respond
    self.tls = tls
    self.configuration = configuration
    self.deadlines = deadlines
    self.connections = connections
    self.logger = logger
  }

  var isRunning: Bool {
    phase.withLock { if case .running = $0 { true } else { false } }
  }

  func run() async throws {
    let group = try serviceGroup()
    try begin(group)
    do {
      try await runShielded(group)
    } catch {
      throw await end(error)
    }
    await end()
  }

  func stop() async {
    let group: ServiceGroup? = phase.withLock { phase in
      guard case .running(let group) = phase else {
        phase = .ended
        return nil
      }
      return group
    }
    if let group { await group.triggerGracefulShutdown() } else { await end() }
  }

  // Hummingbird 2.28 drops accepted connections that are not served yet when its task is cancelled,
  // and NIO 2.101 traps then (NIOAsyncWriter deinited without finish). So it runs in a task that is
  // never cancelled; a cancellation requests a shutdown with a deadline instead.
  private func runShielded(_ group: ServiceGroup) async throws {
    let run = Task { try await group.run() }
    try await withTaskCancellationHandler {
      try await run.value
    } onCancel: {
      Task { await group.triggerGracefulShutdown() }
    }
  }

  private func serviceGroup() throws -> ServiceGroup {
    var settings = try ServiceGroupConfiguration(services: [application()], logger: logger)
    settings.maximumGracefulShutdownDuration = .seconds(30)
    return ServiceGroup(configuration: settings)
  }

  private func begin(_ group: ServiceGroup) throws(CollectorError) {
    let isFirst = phase.withLock { phase in
      guard case .ready = phase else { return false }
      phase = .running(group)
      return true
    }
    guard isFirst else { throw Self.hasEnded }
  }

  private func end() async {
    phase.withLock { $0 = .ended }
    await boundPort.fail(Self.hasEnded)
  }

  /// An error before the port was bound means that it will never be.
  private func end(_ error: any Error) async -> any Error {
    phase.withLock { $0 = .ended }
    guard await !boundPort.isResolved else {
      await boundPort.fail(Self.hasEnded)
      return error
    }
    // The collector was stopped before it began.
    if error is ServiceGroupError {
      await boundPort.fail(Self.hasEnded)
      return Self.hasEnded
    }
    let failure = CollectorError(
      code: .cannotListen,
      message: "cannot listen on \(configuration.host):\(configuration.port): \(error)")
    await boundPort.fail(failure)
    return failure
  }

  private func serverBuilder() throws -> HTTPServerBuilder {
    let (connections, deadlines, logger) = (connections, deadlines, logger)
    let plain = HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: [
          ConnectionWatch(connections, deadlines, UnparsedBytesLimit(), logger: logger)
        ]))
    guard let tls else { return plain }
    return try .tls(plain, tlsConfiguration: tls.configuration)
  }

  private func application() throws -> some Service {
    let (respond, boundPort, logger) = (respond, boundPort, logger)
    let connections = connections
    return Application(
      responder: CallbackResponder<ConnectionContext> { request, context in
        let connection = RequestConnection(channel: context.channel, connections: connections)
        return try await RequestConnection.$current.withValue(connection) {
          try await respond(request, context.channel.remoteAddress)
        }
      },
      server: try serverBuilder(),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        // With a short queue, the system drops connections in a burst, and a client tries again
        // only after a second.
        backlog: 1_024,
        // Apart from those that are being closed, new connections wait in the system's queue.
        availableConnectionsDelegate: MaximumAvailableConnections(
          connections.capacity + DescriptorLimit.reserve / 3)),
      onServerRunning: { channel in
        await boundPort.resolve(channel.localAddress?.port ?? 0)
      },
      logger: logger)
  }

  private static let hasEnded = CollectorError(
    code: .notRunning, message: "the collector has stopped; create a new one to start again")
}

/// The connection of a request.
private struct ConnectionContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
