import CoreMetrics
import Hummingbird
import Logging

@available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
extension Collector {
  /// Returns the responder of all requests: the routes, with their log lines and metrics.
  static func observer(
    _ routes: RouteTable, _ configuration: CollectorConfiguration, _ keys: KeyRing,
    _ parts: Parts, _ metrics: CollectorMetrics, _ factory: any MetricsFactory
  ) -> RequestObserver {
    RequestObserver(
      routes: routes,
      metrics: RequestMetrics(factory, routes: routes.patterns + [RouteTable.unknownRoute]),
      limited: { metrics.limited(.address) }, addresses: AddressLimit(configuration),
      crossOrigin: CrossOrigin(keys: keys, routes: routesOfPages), drain: parts.drain,
      logger: parts.logger)
  }

  /// The paths that web pages use.
  private static let routesOfPages: Set<String> = [
    "/v1/batch", "/v1/b", "/v1/import", SettingsEndpoint.path.pattern, ConfigEndpoint.path.pattern,
  ]

  /// Returns the server of the metrics, with the limits of the other one.
  static func metricsServer(
    _ configuration: CollectorConfiguration, _ parts: Parts, _ deadlines: ConnectionDeadlines,
    _ registry: PrometheusRegistry
  ) -> Server {
    var configuration = configuration
    let kindOfStore = configuration.storeURL == nil ? "sqlite" : "postgresql"
    configuration.host = configuration.metricsHost
    configuration.port = configuration.metricsPort ?? 0
    configuration.maxConnections = maxMetricsConnections
    let gauges = CollectorGauges(registry, parts, kindOfStore: kindOfStore)
    let routes = RouteTable(
      ["/metrics": [.get: MetricsEndpoint(registry: registry, gauges: gauges)]],
      logger: parts.logger)
    return Server(
      configuration: configuration, deadlines: deadlines,
      connections: Connections(capacity: maxMetricsConnections, logger: parts.logger),
      logger: parts.logger
    ) { request, _ in try await routes.respond(to: request) }
  }

  private static let maxMetricsConnections = 8
}
