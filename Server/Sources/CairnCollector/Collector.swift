public import Logging
public import ServiceLifecycle

/// A server that takes in analytics events and stores each exactly once.
///
/// It speaks Segment's HTTP Tracking API: `POST /v1/batch`, also as `/v1/b` and `/v1/import`. An
/// answer of 200 is sent after the commit, synced to the disk, and says of each event, in the
/// order of the batch, whether it is `ok`, a `duplicate`, in `conflict` with another one of the same id,
/// or `refused` with a reason. `GET /v1/events`
/// gives the stored events, `GET /health` counts. `GET /health/live` says that the process answers, `GET /health/ready`
/// whether it can store: it writes to the database to find out, once a second at most.
///
/// ```swift
/// let collector = try Collector(CollectorConfiguration(databasePath: "events.sqlite"))
/// try await ServiceGroup(
///   services: [collector], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger
/// ).run()
/// ```
///
/// All members may be used from any thread.
@available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
public final class Collector: Service {
  private let configuration: CollectorConfiguration
  private let logger: Logger
  private let store: EventStore
  private let waitingRoom: WaitingRoom
  let server: Server

  /// Opens the database, and creates or upgrades its tables; nothing listens before ``run()``.
  ///
  /// Blocks the caller while the file is opened, for milliseconds as a rule.
  ///
  /// - Parameters:
  ///   - configuration: Where to listen, where to store, whom to trust, how much to take.
  ///   - logger: Where to log, under the label `cairn.collector` unless told otherwise. Keys and
  ///     events are never logged.
  /// - Throws: ``CollectorError`` with the code `invalidConfiguration` for a value out of its
  ///   range, and `databaseUnavailable` when the file cannot be opened.
  public convenience init(
    _ configuration: CollectorConfiguration, logger: Logger = Logger(label: "cairn.collector")
  ) throws(CollectorError) {
    try self.init(configuration, deadlines: ConnectionDeadlines(), logger: logger)
  }

  init(
    _ configuration: CollectorConfiguration, deadlines: ConnectionDeadlines, logger: Logger
  ) throws(CollectorError) {
    try configuration.check()
    self.configuration = configuration
    self.logger = logger
    let keys = try KeyRing(configuration, logger: logger)
    store = try EventStore(
      path: configuration.databasePath, minFreeBytes: configuration.minFreeBytes)
    waitingRoom = WaitingRoom(capacity: configuration.maxWaitingRequests)
    let routes = Self.routes(configuration, store, waitingRoom, keys, logger)
    server = Server(
      routes: routes, configuration: configuration, deadlines: deadlines, logger: logger)
  }

  /// Listens and serves until it is told to shut down, then closes the database.
  ///
  /// A graceful shutdown, from a service group or from ``stop()``, stops taking connections,
  /// finishes the requests in flight, for at most 30 seconds, and returns. Cancelling the task does
  /// the same. What was acknowledged is on the disk however it ends. A collector runs once.
  ///
  /// - Throws: ``CollectorError`` with the code `cannotListen` when the address cannot be bound,
  ///   and `notRunning` when it ran before.
  public func run() async throws {
    defer { close() }
    try await server.run()
  }

  /// Waits until the collector listens, and tells the port.
  ///
  /// The number is that of the configuration, or the one the system chose when that is 0. Call it
  /// from another task than the one in ``run()``; before ``run()`` is called it waits.
  ///
  /// - Returns: The TCP port, 1 to 65535.
  /// - Throws: ``CollectorError`` when the collector failed to listen or has ended, and
  ///   `CancellationError` when the waiting task is cancelled.
  public func boundPort() async throws -> Int {
    try await server.boundPort.value()
  }

  /// Begins a graceful shutdown and returns at once, before it is complete.
  ///
  /// For a collector that runs in a task of its own; in a service group, shut that down instead.
  /// Before ``run()`` it keeps the collector from ever running.
  public func stop() async {
    await server.stop()
  }

  /// Counts what was taken in, as of the last commit.
  ///
  /// - Returns: Totals over the life of the database, which earlier runs are part of.
  public func statistics() -> CollectorStatistics {
    var statistics = store.totals
    statistics.waiting = waitingRoom.count
    return statistics
  }

  private func close() {
    do {
      try store.close()
    } catch {
      logger.warning("the database did not close", metadata: ["error": "\(error)"])
    }
  }
}
