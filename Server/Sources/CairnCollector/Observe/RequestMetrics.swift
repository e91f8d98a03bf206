import CoreMetrics
import Metrics

/// The counters and histograms of the requests of each route.
struct RequestMetrics: Sendable {
  private struct Route: Sendable {
    var requests: [Counter]
    var duration: Metrics.Timer
  }

  private static let classes = ["1xx", "2xx", "3xx", "4xx", "5xx", "aborted"]

  private let routes: [String: Route]

  /// Creates all series at zero.
  init(_ factory: any MetricsFactory, routes names: [String]) {
    var routes: [String: Route] = [:]
    for name in names {
      routes[name] = Route(
        requests: Self.classes.map { status in
          Counter(
            label: MetricNames.requests, dimensions: [("route", name), ("status", status)],
            factory: factory)
        },
        duration: Metrics.Timer(
          label: MetricNames.requestDuration, dimensions: [("route", name)], factory: factory))
    }
    self.routes = routes
  }

  /// Records a request; `status` is nil when the connection ended before the response.
  func record(_ route: String, status: Int?, _ duration: Duration) {
    let index = status.map { min(max($0 / 100, 1), 5) - 1 } ?? Self.classes.count - 1
    routes[route]?.requests[index].increment()
    routes[route]?.duration.recordNanoseconds(duration.nanoseconds)
  }
}
