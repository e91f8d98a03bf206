import Hummingbird
import Logging

/// `GET /v1/trend`, `/v1/funnel`, `/v1/retention`, `/v1/names` and `/v1/search`: answers as JSON.
struct QuestionEndpoint: Endpoint {
  /// A question that can be asked by its path.
  enum Kind: String, CaseIterable, Sendable {
    case trend, funnel, retention, names, search

    var path: String { "/v1/\(rawValue)" }
  }

  let kind: Kind
  let store: any QuestionStore
  let access: ReadAccess
  let waitingRoom: WaitingRoom
  let logger: Logger

  func respond(to request: Request) async throws -> Response {
    let scope = try access.scope(request)
    let question = try question(request.uri.query, scope)
    return try await waitingRoom.admit(question.project) {
      do {
        return .json(try await question.json(store))
      } catch StoreFailure.invalidCursor {
        throw Refusal.badRequest("badQuery", "after must be the `next` of an earlier response")
      } catch StoreFailure.questionTooLarge(let reason) {
        throw Refusal.questionTooLarge(reason)
      } catch StoreFailure.questionAbandoned {
        throw Refusal.unread(StoreFailure.questionAbandoned)
      } catch {
        logger.error("a question was not answered", metadata: ["error": "\(error)"])
        throw Refusal.unread(error)
      }
    }
  }

  private func question(_ query: String?, _ scope: ReadScope) throws(Refusal) -> AskedQuestion {
    switch kind {
    case .trend:
      .trend(try QuestionQuery(query, scope, allowing: QuestionQuery.trendNames).trend)
    case .funnel:
      .funnel(try QuestionQuery(query, scope, allowing: QuestionQuery.funnelNames).funnel())
    case .retention:
      .retention(
        try QuestionQuery(query, scope, allowing: QuestionQuery.retentionNames).retention())
    case .names: try .names(of: query, scope)
    case .search: .search(try EventSearch(query, scope))
    }
  }
}

/// A question, and the form of its answer in JSON.
private enum AskedQuestion {
  case trend(TrendQuestion)
  case funnel(FunnelQuestion)
  case retention(RetentionQuestion)
  case names(project: String, limit: Int)
  case search(EventSearch)

  static func names(of query: String?, _ scope: ReadScope) throws(Refusal) -> AskedQuestion {
    let values = try QueryValues(query, allowing: ["project", "limit"])
    return .names(
      project: try values.project(scope), limit: try values.number("limit", 1...1_000) ?? 100)
  }

  var project: String {
    switch self {
    case .trend(let question): question.project
    case .funnel(let question): question.project
    case .retention(let question): question.project
    case .names(let project, _): project
    case .search(let search): search.project ?? ""
    }
  }

  func json(_ store: any QuestionStore) async throws(StoreFailure) -> String {
    switch self {
    case .trend(let question): return try await store.trend(question).json
    case .funnel(let question): return try await store.funnel(question).json
    case .retention(let question): return try await store.retention(question).json
    case .names(let project, let limit):
      let names = try await store.names(project, limit: limit).map(\.json)
      return "{\"names\":\(JSONArray.text(Self.bounded(names)))}"
    case .search(let search): return try await store.search(search).json
    }
  }

  /// Returns the first names, up to a megabyte: each can be as long as an event.
  private static func bounded(_ names: [String]) -> [String] {
    var bytes = 0
    return Array(
      names.prefix { name in
        bytes += name.utf8.count
        return bytes <= 1_000_000
      })
  }
}
