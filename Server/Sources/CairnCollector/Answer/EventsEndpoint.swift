import Hummingbird
import Logging

/// `GET /v1/events`: what is stored, in order of arrival.
struct EventsEndpoint: Endpoint {
  let store: EventStore
  let access: ReadAccess
  let logger: Logger

  func respond(to request: Request) async throws -> Response {
    let scope = try access.scope(request)
    let page = try await read(EventsQuery(request.uri.query, scope))
    let events = page.events.map(\.json).joined(separator: ",")
    let next = page.next.map { "\($0)" } ?? "null"
    return .json("{\"events\":[\(events)],\"next\":\(next)}")
  }

  private func read(_ query: EventsQuery) async throws(Refusal) -> EventPage {
    do {
      return try await store.page(query)
    } catch {
      logger.error("nothing read", metadata: ["error": "\(error)"])
      throw .storeUnavailable
    }
  }
}
