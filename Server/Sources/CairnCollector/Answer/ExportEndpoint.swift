import Hummingbird
import Logging

/// `GET /v1/users/<id>/export` and `/v1/anonymous/<id>/export`: the stored events of a person, in
/// pages: those that an erasure would delete.
struct ExportEndpoint: Endpoint {
  let subject: SubjectPath
  let pages: EventsEndpoint

  func respond(to request: Request) async throws -> Response {
    let scope = try pages.access.scope(request)
    var query = try EventsQuery(request.uri.query, scope, allowing: ["limit", "after", "project"])
    guard query.project != nil else { throw Refusal.projectMissing }
    query.subject = try subject.identity(in: request.uri.path, atMost: pages.maximumEventBytes)
    return try await pages.page(query)
  }
}
