/// A position in a search: the time and the number of the last event of a page.
struct SearchPosition: Sendable {
  var time: Int64
  var sequence: Int64

  init(time: Int64, sequence: Int64) {
    (self.time, self.sequence) = (time, sequence)
  }

  init(_ event: StoredEvent) {
    time = event.timestamp
    sequence = event.sequence
  }

  /// Reads a position; nil for the first page.
  ///
  /// - Throws: `StoreFailure.invalidCursor` for a text that is none.
  init?(_ text: String?) throws(StoreFailure) {
    guard let text else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Int64(parts[0]), let sequence = Int64(parts[1]) else {
      throw .invalidCursor
    }
    (self.time, self.sequence) = (time, sequence)
  }

  /// Returns whether an event with this time and number comes later in a search.
  func isBefore(_ time: Int64, _ sequence: Int64) -> Bool {
    (time, sequence) < (self.time, self.sequence)
  }

  static func isBefore(_ left: StoredEvent, _ right: StoredEvent) -> Bool {
    (left.timestamp, left.sequence) > (right.timestamp, right.sequence)
  }

  var text: String { "\(time).\(sequence)" }
}

extension EventSearchPage {
  /// Creates a page from the events that match, of which there is one more when it is not the last.
  init(_ found: [StoredEvent], limit: Int) {
    events = Array(found.prefix(limit))
    next = found.count > limit ? events.last.map { SearchPosition($0).text } : nil
  }
}

extension ProjectCounts {
  /// Returns the projects that have events, by name.
  static func list(_ counts: [String: CollectorStatistics]) -> [ProjectCounts] {
    counts.filter { $0.value.stored > $0.value.removed }
      .map { ProjectCounts(project: $0.key, counts: $0.value) }
      .sorted { ExactText($0.project) < ExactText($1.project) }
  }
}
