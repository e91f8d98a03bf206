import Hummingbird
import Logging

/// `GET /v1/events`: the stored events in order of arrival.
struct EventsEndpoint: Endpoint {
  let store: any EventStore
  let access: ReadAccess
  let budget: ByteBudget
  /// The maximum number of bytes of a stored event, and of the context of its batch.
  let maximumEventBytes: Int
  let logger: Logger

  func respond(to request: Request) async throws -> Response {
    let scope = try access.scope(request)
    return try await page(EventsQuery(request.uri.query, scope))
  }

  /// Returns the response with one page.
  func page(_ query: EventsQuery) async throws -> Response {
    let lease = budget.lease()
    // The lease covers the longest page and one copy of it.
    try lease.take(2 * EventPage.maxBytes(ofPage: query.limit, eventBytes: maximumEventBytes))
    let page = try await read(query)
    let events = page.events.joined(separator: ",")
    let next = page.next?.json ?? "null"
    let last = page.last?.json ?? "null"
    let json = ByteBuffer(string: "{\"events\":[\(events)],\"next\":\(next),\"last\":\(last)}")
    lease.keep(json.readableBytes)
    return .json(json, holding: lease)
  }

  private func read(_ query: EventsQuery) async throws(Refusal) -> EventPage {
    do {
      return try await store.page(query)
    } catch .invalidCursor {
      throw .badRequest("badQuery", "after must be the `next` of an earlier response")
    } catch {
      logger.error("nothing read", metadata: ["error": "\(error)"])
      throw .unread(error)
    }
  }
}
