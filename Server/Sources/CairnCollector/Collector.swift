import CoreMetrics
import Foundation
public import Logging
public import ServiceLifecycle

/// A server that receives analytics events and stores each event exactly once.
///
/// It implements Segment's HTTP Tracking API: `POST /v1/batch`, also as `/v1/b` and `/v1/import`. A
/// response with status 200 is sent after the commit was synced to the disk. It states for each
/// event, in the order of the batch, whether it is `ok`, a `duplicate`, in `conflict` with a
/// different event of the same id, or `refused` with a reason. `GET /v1/events` returns the stored
/// events, and `GET /health` the counts. `GET /health/live` responds while the process runs. `GET
/// /health/ready` tells whether events can be stored; to test that, it writes to the database at
/// most once a second.
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
  let parts: Parts
  let server: Server
  /// The server of the metrics; nil without a port.
  let metricsServer: Server?

  /// The parts that the endpoints share.
  struct Parts: Sendable {
    let store: any QuestionStore
    let waitingRoom: WaitingRoom
    let budget: ByteBudget
    let connections: Connections
    let drain: Drain
    let feed: LiveFeed
    let rates = RateHistory()
    let logger: Logger
  }

  /// Opens the database, and creates or upgrades its tables; the collector listens only in
  /// ``run()``, where it also connects to a server of PostgreSQL.
  ///
  /// Blocks the caller while the file is opened, usually for milliseconds.
  ///
  /// - Parameters:
  ///   - configuration: The address, the database, the keys and the limits.
  ///   - logger: The logger, with the label `cairn.collector` by default. Keys and events are never
  ///     logged.
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
    let logger = logger.withRequestID
    self.configuration = configuration
    self.logger = logger
    let keys = try KeyRing(configuration, logger: logger)
    let registry = configuration.metricsPort.map { _ in PrometheusRegistry() }
    let factory: any MetricsFactory = registry ?? MetricsSystem.factory
    let metrics = CollectorMetrics(factory)
    let parts = Parts(
      store: MeasuredEventStore(store: try Self.store(configuration), metrics: metrics),
      waitingRoom: WaitingRoom(capacity: configuration.maxWaitingRequests),
      budget: Self.budget(configuration),
      connections: Connections(
        capacity: DescriptorLimit.connections(configuration.maxConnections), logger: logger),
      drain: Drain(.seconds(configuration.drainSeconds)),
      feed: LiveFeed(beat: deadlines.beat), logger: logger)
    self.parts = parts
    let routes = Self.observer(
      Self.routes(configuration, parts, keys, metrics), configuration, keys, parts, metrics,
      factory)
    server = Server(
      configuration: configuration, deadlines: deadlines, connections: parts.connections,
      tls: try Self.tls(configuration, logger), logger: logger
    ) { try await routes.respond(to: $0, from: $1) }
    metricsServer = registry.map {
      Self.metricsServer(configuration, parts, deadlines, $0)
    }
  }

  /// Listens and serves until it is shut down, then closes the database.
  ///
  /// A graceful shutdown, from a service group or from ``stop()``, goes on serving for
  /// ``CollectorConfiguration/drainSeconds``, stops accepting connections, finishes the requests in
  /// progress for at most 30 seconds, and returns. Cancelling the task has the same effect.
  /// Acknowledged events are on the disk in all cases. A collector can run only once.
  ///
  /// - Throws: ``CollectorError`` with the code `cannotListen` when the address cannot be bound,
  ///   and `notRunning` when it ran before.
  public func run() async throws {
    defer { close() }
    do {
      try await parts.store.migrate()
    } catch {
      logger.warning("the store is not ready", metadata: ["error": "\(error)"])
    }
    let retention = Task { [parts, days = configuration.retentionDays] in
      guard let days else { return }
      await Retention(store: parts.store, days: days, logger: parts.logger).run()
    }
    let counting = Task { [parts] in
      while !Task.isCancelled {
        parts.rates.add(parts.store.totals, at: Int64(Date().timeIntervalSince1970 * 1_000_000))
        try await Task.sleep(for: RateHistory.step)
      }
    }
    defer {
      retention.cancel()
      counting.cancel()
    }
    try await withMetrics { try await serve() }
  }

  /// Serves until the shutdown, which begins with the drain.
  private func serve() async throws {
    // A detached task: a shutdown of the surrounding group would stop the server before the drain.
    let run = Task.detached { [server] in try await server.run() }
    try await withGracefulShutdownHandler {
      try await withTaskCancellationHandler {
        try await run.value
      } onCancel: {
        Task { await stop() }
      }
    } onGracefulShutdown: {
      Task { await self.stop() }
    }
  }

  /// Serves the metrics while the body runs.
  private func withMetrics(_ body: () async throws -> Void) async throws {
    guard let metricsServer else { return try await body() }
    let run = Task.detached { try await metricsServer.run() }
    do {
      _ = try await metricsServer.boundPort.value()
      try await body()
    } catch {
      await metricsServer.stop()
      _ = await run.result
      throw error
    }
    await metricsServer.stop()
    _ = await run.result
  }

  /// Waits until the collector listens, and returns the port.
  ///
  /// The port is that of the configuration, or the one the system chose when that is 0. Call this
  /// method from another task than ``run()``; before ``run()`` is called it waits.
  ///
  /// - Returns: The TCP port, 1 to 65535.
  /// - Throws: ``CollectorError`` when the collector failed to listen or has ended, and
  ///   `CancellationError` when the waiting task is cancelled.
  public func boundPort() async throws -> Int {
    try await server.boundPort.value()
  }

  /// Waits until the collector serves its metrics, and returns the port; nil without one.
  package func boundMetricsPort() async throws -> Int? {
    try await metricsServer?.boundPort.value()
  }

  /// Begins a graceful shutdown and returns at once, before it is complete.
  ///
  /// The collector goes on serving for ``CollectorConfiguration/drainSeconds``, and is not ready in
  /// that time. Use it for a collector that runs in its own task; in a service group, shut the
  /// group down instead. If it is called before ``run()``, the collector never runs.
  public func stop() async {
    parts.feed.close()
    guard server.isRunning else { return await server.stop() }
    parts.drain.begin { [server] in await server.stop() }
  }

  /// Returns the counts as of the last commit.
  ///
  /// - Returns: Totals over the life of the database, including earlier runs.
  public func statistics() -> CollectorStatistics {
    var statistics = parts.store.totals
    statistics.waiting = parts.waitingRoom.count
    return statistics
  }

  private static func tls(
    _ configuration: CollectorConfiguration, _ logger: Logger
  ) throws(CollectorError) -> TLSFiles? {
    guard let certificate = configuration.certificatePath, let key = configuration.privateKeyPath
    else { return nil }
    return try TLSFiles(certificate: certificate, key: key, logger: logger)
  }

  private static func store(
    _ configuration: CollectorConfiguration
  ) throws(CollectorError) -> any QuestionStore {
    guard let url = configuration.storeURL else {
      return try SQLiteEventStore(
        path: configuration.databasePath, minFreeBytes: configuration.minFreeBytes)
    }
    #if canImport(PostgreSQLClient)
    return PostgreSQLEventStore(url: url, questionCacheBytes: configuration.questionCacheBytes)
    #else
    throw .invalid("storeURL: PostgreSQL is available on Linux and macOS only")
    #endif
  }

  private func close() {
    do {
      try parts.store.close()
    } catch {
      logger.warning("the database did not close", metadata: ["error": "\(error)"])
    }
  }
}
