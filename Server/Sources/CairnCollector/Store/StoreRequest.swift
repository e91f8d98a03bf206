/// The data of one batch request for the store.
struct StoreRequest: Sendable {
  var project: String
  var events: [CheckedEvent]
  var defaults: BatchDefaults
  /// The number of events that were refused before.
  var refused: Int
}

extension StoreRequest {
  /// Returns what the request adds to the counts of its project.
  func counts(_ results: [StoreResult]) -> CollectorStatistics {
    let own = StoreResultCounts(results)
    var added = CollectorStatistics()
    added.stored = own.stored
    added.duplicatesReceived = own.duplicates
    added.conflictsReceived = own.conflicts
    added.refused = own.refused + refused
    added.requests = 1
    return added
  }
}
