import Foundation

/// The query of `GET /v1/events`.
struct EventsQuery: Sendable {
  var limit = 100
  /// The position of an earlier page, as it was returned; nil for the first events.
  var after: String?
  var name: String?
  var id: String?

  /// The project that the reader may see; nil for all projects.
  var project: String?
  /// The identity whose events are returned: those that its erasure would delete; nil for all.
  var subject: ErasureSubject.Identity?

  init() {}

  init(
    _ query: String?, _ scope: ReadScope,
    allowing names: [String] = ["limit", "after", "name", "id"]
  ) throws(Refusal) {
    if case .project(let project) = scope { self.project = project }
    for pair in (query ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = parts.first else { continue }
      guard names.contains(String(key)) else {
        throw .badRequest("badQuery", "the query may have \(names.joined(separator: ", ")) only")
      }
      try set(String(key), to: Self.decode(parts.count == 2 ? parts[1] : ""))
    }
  }

  private mutating func set(_ key: String, to value: String) throws(Refusal) {
    switch key {
    case "limit":
      guard let number = Int(value), (1...1000).contains(number) else {
        throw .badRequest("badQuery", "limit must be an integer from 1 to 1000")
      }
      limit = number
    case "after": after = value
    case "name": name = value
    case "id": id = value
    default: try setProject(value)
    }
  }

  private mutating func setProject(_ value: String) throws(Refusal) {
    guard !value.isEmpty else { throw .badRequest("badQuery", "the project is empty") }
    guard project == nil || project == value else {
      throw .forbidden("the key is not valid for this project")
    }
    project = value
  }

  // The encoding of forms represents a space as `+`.
  static func decode(_ value: Substring) throws(Refusal) -> String {
    let spaced = value.replacing("+", with: " ")
    guard let decoded = String(spaced).removingPercentEncoding else {
      throw .badRequest("badQuery", "the query is not percent-encoded UTF-8")
    }
    // SQLite ends a text at NUL: the response would contain the events of another name.
    guard !decoded.utf8.contains(0) else {
      throw .badRequest("badQuery", "the query contains a NUL")
    }
    return decoded
  }
}
