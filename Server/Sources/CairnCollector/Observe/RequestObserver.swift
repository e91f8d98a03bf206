import Hummingbird
import Logging
import NIOCore

/// Gives each request its identifier, and records its result in the log and in the metrics.
struct RequestObserver: Sendable {
  let routes: RouteTable
  let metrics: RequestMetrics
  let limited: @Sendable () -> Void
  let addresses: AddressLimit?
  let crossOrigin: CrossOrigin
  let drain: Drain
  let logger: Logger

  /// - Throws: The error that broke the connection, which then gets no response.
  func respond(
    to request: Request, from peer: SocketAddress?
  ) async throws -> Response {
    let id = RequestID(request.headers)
    return try await RequestID.$current.withValue(id) {
      let start = ContinuousClock.now
      do {
        var response = try await answer(request, peer)
        record(request, Int(response.status.code), ContinuousClock.now - start)
        if let name = RequestID.header { response.headers[name] = id.text }
        // A client then connects again, and a balancer chooses another collector.
        if drain.isDraining { response.headers[.connection] = "close" }
        return response
      } catch {
        record(request, nil, ContinuousClock.now - start)
        throw error
      }
    }
  }

  private func answer(_ request: Request, _ peer: SocketAddress?) async throws -> Response {
    let route = routes.route(of: request)
    var response: Response
    do {
      try checkAddress(request, peer, route)
      response =
        if let preflight = try crossOrigin.preflight(request, route) { preflight } else {
          try await routes.respond(to: request)
        }
    } catch let refusal as Refusal {
      response = refusal.response
    }
    crossOrigin.add(to: &response, for: request, route)
    return response
  }

  // A balancer must learn the state of the collector, however many requests it forwards.
  private func checkAddress(
    _ request: Request, _ peer: SocketAddress?, _ route: String
  ) throws(Refusal) {
    guard let addresses, !route.hasPrefix("/health") else { return }
    do throws(Refusal) {
      try addresses.check(request, from: peer)
    } catch {
      limited()
      throw error
    }
  }

  // The path itself is not logged: it may contain a key or the id of a user.
  private func record(_ request: Request, _ status: Int?, _ duration: Duration) {
    let route = routes.route(of: request)
    metrics.record(route, status: status, duration)
    logger.info(
      "request",
      metadata: [
        "method": "\(request.method.rawValue)", "route": "\(route)",
        "status": "\(status.map(String.init) ?? "aborted")",
        "milliseconds": "\(Int(duration / .milliseconds(1)))",
      ])
  }
}
