#if Server
public import Cairn
public import CoreMetrics
public import Logging
public import ServiceLifecycle

/// Runs an `Analytics` beside the other services of a process: publishes its metrics, and closes it
/// at the end.
///
/// ```swift
/// let group = ServiceGroup(
///   services: [CairnService(analytics), server], gracefulShutdownSignals: [.sigterm],
///   logger: logger)
/// try await group.run()
/// ```
///
/// On graceful shutdown the service delivers waiting events for a limited time, closes the
/// `Analytics`, and logs the number of remaining events, which stay in the journal and are
/// delivered at the next start. If it is cancelled instead, it closes the `Analytics` at once. A
/// group shuts its services down from the last to the first: list this service before those that
/// record events.
public struct CairnService: Service {
  private let analytics: Analytics
  private let flushSeconds: Double
  private let metricsInterval: Duration?
  private let metrics: any MetricsFactory
  private let logger: Logger

  /// Makes a service that closes `analytics` when it is shut down.
  ///
  /// - Parameters:
  ///   - analytics: The instance, which already records and delivers; the service only closes it.
  ///   - flushSeconds: The maximum time for delivery on graceful shutdown, in seconds; from 0 to
  ///     3 600.
  ///   - metricsInterval: The interval between two updates of the metrics; nil for no metrics.
  ///   - metrics: The factory of the metrics; by default the one that the process was bootstrapped
  ///     with.
  ///   - logger: The logger for the result of the shutdown.
  public init(
    _ analytics: Analytics, flushingForSeconds flushSeconds: Double = 5,
    metricsEvery metricsInterval: Duration? = .seconds(10),
    metrics: any MetricsFactory = MetricsSystem.factory, logger: Logger = Logger(label: "cairn")
  ) {
    self.analytics = analytics
    self.flushSeconds = flushSeconds
    self.metricsInterval = metricsInterval
    self.metrics = metrics
    self.logger = logger
  }

  /// Returns when the service was shut down or cancelled, and the `Analytics` is closed.
  public func run() async {
    await withTaskGroup(of: Void.self) { group in
      if let metricsInterval {
        group.addTask {
          await analytics.diagnostics.publishMetrics(every: metricsInterval, to: metrics)
        }
      }
      // Throws when it is cancelled, which is an end as well.
      try? await gracefulShutdown()
      let result = await analytics.close(flushingForSeconds: flushSeconds)
      await group.waitForAll()
      report(result)
    }
  }

  private func report(_ result: FlushResult) {
    let ledger = analytics.ledger()
    for row in ledger.destinations where row.pending > 0 {
      logger.log(
        level: ledger.isInMemory ? .error : .notice,
        "\(row.pending) events wait for \(row.name): \(ending(ledger))",
        metadata: [
          "code": "service.pending", "destination": "\(row.name)", "pending": "\(row.pending)",
          "problem": "\(row.problem ?? "none")",
        ])
    }
    logger.info(
      "closed; \(result.delivered) events were delivered at the end",
      metadata: ["code": "service.closed", "delivered": "\(result.delivered)"])
  }

  private func ending(_ ledger: Ledger) -> String {
    ledger.isInMemory
      ? "they were in memory and are lost"
      : "they are in the journal and are delivered at the next start"
  }
}
#else
public import Cairn
import Foundation

/// Needs the package trait `Server`, which brings async-http-client, swift-log, swift-metrics and
/// swift-service-lifecycle.
@available(
  *, unavailable, message: "CairnServer needs Cairn's trait: .package(url: …, traits: [\"Server\"])"
)
public struct CairnService: Sendable {
  /// Needs the package trait `Server`.
  public init(_ analytics: Analytics) {}
}

/// Needs the package trait `Server`, which brings async-http-client, swift-log, swift-metrics and
/// swift-service-lifecycle.
@available(
  *, unavailable, message: "CairnServer needs Cairn's trait: .package(url: …, traits: [\"Server\"])"
)
public struct AsyncHTTPClientTransport: HTTPTransport {
  /// Needs the package trait `Server`.
  public init() {}

  /// Needs the package trait `Server`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw URLError(.unknown) }
}
#endif
