import Hummingbird

/// `GET /metrics`: all metrics for Prometheus.
@available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
struct MetricsEndpoint: Endpoint {
  let registry: PrometheusRegistry
  let gauges: CollectorGauges

  func respond(to request: Request) async throws -> Response {
    await gauges.sample()
    return Response(
      status: .ok,
      headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: registry.text())))
  }
}
