/// A search for events, the newest first by the time when they happened.
struct EventSearch: Sendable, Equatable {
  var project: String?
  var messageID: String?
  var name: String?
  /// A user id or an anonymous id.
  var user: String?
  /// It is nil for all times.
  var period: Period?
  /// The position that an earlier page returned.
  var after: String?
  /// 1 to 200.
  var limit = 50
}

/// A page of events that match a search.
struct EventSearchPage: Sendable {
  var events: [StoredEvent]
  /// The position of the next page; nil when this is the last one.
  var next: String?
}

/// The counts of one project.
struct ProjectCounts: Sendable, Equatable {
  var project: String
  var counts: CollectorStatistics
}

/// A name of events, and how many events have it.
struct NameCount: Sendable, Equatable {
  /// The maximum number of bytes of the names of an answer: each can be as long as an event.
  static let maxBytes = 1_000_000

  var name: String
  var events: Int
}
