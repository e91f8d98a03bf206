import Hummingbird
import Logging

/// Checks the viewer, reads the parameters, and responds with a page or with one of its tables.
struct PageEndpoint<Content: Page>: Endpoint {
  let page: Content
  var path = Content.place.path
  let site: PageSite

  func respond(to request: Request) async throws -> Response {
    try await site.respond(to: request) { viewer in
      let values = try FormValues(request.uri.query ?? "")
      return try await site.room.admit(viewer.project ?? values["project"] ?? "") {
        let projects = try await site.projects(viewer)
        let visit = try Visit(path: path, values, viewer, projects)
        return try response(try await page.content(visit), visit)
      }
    }
  }

  private func response(_ content: PageContent, _ visit: Visit) throws(Refusal) -> Response {
    guard let format = visit.values["format"] else {
      return .page(PageFrame(place: Content.place, visit: visit).html(content))
    }
    guard ["csv", "json"].contains(format) else {
      throw .badRequest("badFormat", "the format is csv or json")
    }
    let name = visit.values["table"]
    guard let table = content.tables.first(where: { name == nil || $0.name == name }) else {
      throw Refusal(status: .notFound, code: "notFound", message: "this page has no such table")
    }
    return format == "csv"
      ? .file(table.csv(visit.zone), type: "text/csv; charset=utf-8", name: "\(table.name).csv")
      : .file(table.json(visit.zone), type: "application/json", name: "\(table.name).json")
  }
}

/// The parts of the collector that all pages use.
struct PageSite: Sendable {
  let access: PageAccess
  let store: any QuestionStore
  /// Limits the questions that the store answers at one time.
  let room: WaitingRoom
  let logger: Logger

  /// Does the work for a viewer; a refusal becomes a page, or leads to the sign-in.
  func respond(
    to request: Request, _ work: (Viewer) async throws -> Response
  ) async throws -> Response {
    do {
      return try await work(access.viewer(request))
    } catch let refusal as Refusal {
      if refusal.status == .unauthorized, request.method == .get {
        let asked = request.uri.string
        return .see(PageLink("/sign-in", ["then": asked == "/live" ? nil : asked]))
      }
      return ProblemPage(refusal: refusal).response
    } catch let failure as StoreFailure {
      return ProblemPage(refusal: refusal(failure)).response
    }
  }

  private func refusal(_ failure: StoreFailure) -> Refusal {
    switch failure {
    case .invalidCursor: return Self.badPosition
    case .questionTooLarge(let reason): return .questionTooLarge(reason)
    case .questionAbandoned: return Self.noAnswer
    case .unavailable, .outcomeUnknown, .restoredDump:
      logger.error("a page is not shown", metadata: ["error": "\(failure)"])
      return Self.noAnswer
    }
  }

  /// Returns the projects that the viewer may see.
  func projects(_ viewer: Viewer) async throws(StoreFailure) -> [ProjectCounts] {
    try await store.projects().filter { viewer.sees($0.project) }
  }

  private static let badPosition = Refusal.badRequest(
    "badQuery", "after must be the position of an earlier page")
  private static let noAnswer = Refusal(
    status: .serviceUnavailable, code: "storeUnavailable",
    message: "the store did not answer; the log of the collector has the reason",
    headers: [.retryAfter: "5"])
}
