import Foundation

extension EventSearch {
  static let queryNames = [
    "project", "name", "user", "id", "from", "to", "zone", "limit", "after",
  ]

  /// The maximum number of events that a query can ask for.
  static let maxQueryLimit = 100

  /// Reads the query of a search, such as `?name=Bought&user=ada&from=2026-11-01`.
  ///
  /// A date means the day in the zone, as in `QuestionQuery`; without `from` and `to`, the period
  /// is all of time. A key for all projects may search all of them.
  ///
  /// - Throws: 400 that names the parameter for a value that is not valid, and 403 for another
  ///   project than that of the key.
  init(_ query: String?, _ scope: ReadScope) throws(Refusal) {
    let values = try QueryValues(query, allowing: Self.queryNames)
    switch scope {
    case .allProjects: project = values.last("project")
    case .project: project = try values.project(scope)
    }
    name = values.last("name")
    user = values.last("user")
    messageID = values.last("id")
    after = values.last("after")
    limit = try values.number("limit", 1...Self.maxQueryLimit) ?? limit
    let zone = try values.last("zone").map(QuestionQuery.timeZone) ?? .gmt
    period = try Self.period(values.last("from"), values.last("to"), LocalClock(zone))
  }

  private static func period(
    _ from: String?, _ to: String?, _ clock: LocalClock
  ) throws(Refusal) -> Period? {
    guard from != nil || to != nil else { return nil }
    let start =
      try from.map { text throws(Refusal) in
        try QuestionQuery.time(text, "from", clock, isEnd: false)
      } ?? Timestamp.clamped(.min)
    let end =
      try to.map { text throws(Refusal) in
        try QuestionQuery.time(text, "to", clock, isEnd: true)
      } ?? Timestamp.clamped(.max)
    guard start < end else { throw .badRequest("badQuery", "from must be before to") }
    return start..<end
  }
}
