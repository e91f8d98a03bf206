import Hummingbird

/// `GET /health`: open to everybody, and tells nothing but counts.
struct HealthEndpoint: Endpoint {
  let store: EventStore
  let waitingRoom: WaitingRoom
  let started = ContinuousClock.now

  func respond(to request: Request) async throws -> Response {
    let totals = store.totals
    let isFailing = store.isFailing
    var health = JSONObject()
    health.add("status", isFailing ? "failing" : "ok")
    health.add("stored", raw: "\(totals.stored)")
    health.add("duplicates", raw: "\(totals.duplicatesReceived)")
    health.add("refused", raw: "\(totals.refused)")
    health.add("requests", raw: "\(totals.requests)")
    health.add("waiting", raw: "\(waitingRoom.count)")
    health.add("uptimeSeconds", raw: "\((ContinuousClock.now - started).components.seconds)")
    return .json(health.text, status: isFailing ? .serviceUnavailable : .ok)
  }
}
