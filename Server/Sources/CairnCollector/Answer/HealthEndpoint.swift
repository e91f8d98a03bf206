import Hummingbird
import Logging

/// `GET /health/live`: responds as long as the process runs.
///
/// Supervisors can use it to restart a process that hangs.
struct LiveEndpoint: Endpoint {
  func respond(to request: Request) async throws -> Response { .json(#"{"status":"ok"}"#) }
}

/// `GET /health/ready` and, with counts, `GET /health`: whether events can be stored now.
///
/// No key is required, because the response contains only counts. The log contains the problem.
struct HealthEndpoint: Endpoint {
  let store: any EventStore
  let waitingRoom: WaitingRoom
  let logger: Logger
  let tellsCounts: Bool
  let drain: Drain
  let started = ContinuousClock.now

  func respond(to request: Request) async throws -> Response {
    let isDraining = drain.isDraining
    let readiness =
      isDraining ? .unready("the collector is shutting down") : await store.readiness()
    if case .unready(let reason) = readiness, !isDraining {
      logger.warning("not ready", metadata: ["reason": "\(reason)"])
    }
    var health = JSONObject()
    health.add("status", readiness == .ready ? "ok" : isDraining ? "draining" : "failing")
    if tellsCounts { add(&health) }
    return .json(health.text, status: readiness == .ready ? .ok : .serviceUnavailable)
  }

  private func add(_ health: inout JSONObject) {
    let totals = store.totals
    health.add("stored", raw: "\(totals.stored)")
    health.add("duplicates", raw: "\(totals.duplicatesReceived)")
    health.add("conflicts", raw: "\(totals.conflictsReceived)")
    health.add("refused", raw: "\(totals.refused)")
    health.add("requests", raw: "\(totals.requests)")
    health.add("waiting", raw: "\(waitingRoom.count)")
    health.add("uptimeSeconds", raw: "\((ContinuousClock.now - started).components.seconds)")
    health.add("removed", raw: "\(totals.removed)")
  }
}
