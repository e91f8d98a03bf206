/// The result of storing an event.
enum StoreResult: Sendable, Equatable {
  case stored
  /// The same event is stored already.
  case duplicate
  /// A different event is stored with its id, and is not changed.
  case conflict
  /// The day in the event's id is before the one from which on events are kept.
  case expired(keptFrom: EventDay)
  /// The event happened before its user was erased.
  case erased

  /// The result of an event whose id is stored already, by the digests of both events.
  ///
  /// An event without a digest is treated as the same event: older versions stored none.
  init(ofKnown event: Int64?, stored: Int64?) {
    self = stored == nil || event == nil || stored == event ? .duplicate : .conflict
  }
}

/// The numbers of the results of one request.
struct StoreResultCounts {
  var stored = 0
  var duplicates = 0
  var conflicts = 0
  /// Events that are refused because they were removed for good.
  var refused = 0

  init(_ results: [StoreResult]) {
    for result in results {
      switch result {
      case .stored: stored += 1
      case .duplicate: duplicates += 1
      case .conflict: conflicts += 1
      case .expired, .erased: refused += 1
      }
    }
  }
}
