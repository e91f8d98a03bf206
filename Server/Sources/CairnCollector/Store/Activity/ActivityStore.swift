/// A store that answers questions from the activity of a project.
protocol ActivityStore: QuestionStore {
  /// Returns the activity as of one moment.
  func activity(_ request: ActivityRequest) async throws(StoreFailure) -> Activity

  /// Returns the JSON of the events with these numbers, as it was sent, by their numbers.
  func bodies(
    _ project: String, _ sequences: [Int64]
  ) async throws(StoreFailure) -> [Int64: String]
}

/// What a question needs of the activity of a project.
struct ActivityRequest: Sendable {
  /// A part of the activity.
  struct Read: Sendable {
    /// The names of the events; nil for all.
    var names: [String]?
    var period: Period
    /// The hours of which the entries are needed; nil for all of them.
    var detailedHours: [Int64]?
  }

  var project: String
  var reads: [Read]
  /// Whether the anonymous ids of users are needed.
  var needsLinks: Bool
}

/// The activity of a project.
struct Activity: Sendable {
  /// The parts of each read, in the order of their hours.
  ///
  /// The first and the last ones can have entries outside the period.
  var parts: [[ActivityPart]] = []
  /// The users to whom the anonymous ids belong.
  var links: [ActivityLink] = []
}

extension ActivityRequest.Read {
  /// The hours of the period.
  var hours: ClosedRange<Int64> {
    let last = ActivityPart.hour(of: max(period.upperBound - 1, period.lowerBound))
    return ActivityPart.hour(of: period.lowerBound)...last
  }
}
