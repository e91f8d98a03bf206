/// A store that answers questions about its events, for the pages and for `cairnctl`.
protocol QuestionStore: EventStore {
  /// Returns the number of events or users over time.
  func trend(_ question: TrendQuestion) async throws(StoreFailure) -> Trend

  /// Returns how many users did each step of a funnel.
  func funnel(_ question: FunnelQuestion) async throws(StoreFailure) -> Funnel

  /// Returns how many users of each cohort came back.
  func retention(_ question: RetentionQuestion) async throws(StoreFailure) -> RetentionTable

  /// Returns the events that match, the newest first.
  func search(_ search: EventSearch) async throws(StoreFailure) -> EventSearchPage

  /// Returns the projects that have events, and the counts of each.
  func projects() async throws(StoreFailure) -> [ProjectCounts]

  /// Returns the names of a project's events, the most frequent first, at most `limit`, and as many
  /// as have `NameCount.maxBytes` together.
  func names(_ project: String, limit: Int) async throws(StoreFailure) -> [NameCount]

  /// Returns how often an event arrived after it had been stored; 0 for an unknown event.
  func repeats(_ project: String, messageID: String) async throws(StoreFailure) -> Int
}
