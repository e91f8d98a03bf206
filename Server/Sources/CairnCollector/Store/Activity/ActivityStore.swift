/// A store that answers questions from the activity of a project.
protocol ActivityStore: QuestionStore {
  /// Returns the activity as of one moment.
  func activity(_ request: ActivityRequest) async throws(StoreFailure) -> Activity

  /// Returns the hours that have events, the latest first, at most `limit`.
  func hours(
    _ project: String, name: String?, _ hours: ClosedRange<Int64>, limit: Int
  ) async throws(StoreFailure) -> [ActivityHour]

  /// Returns the keys of the users that were seen with an anonymous id.
  func users(
    ofAnonymous key: UInt64, _ project: String
  ) async throws(StoreFailure) -> [UInt64]

  /// Returns stored events, in no order; a nil project means all of them.
  func events(
    _ project: String?, _ selection: EventSelection
  ) async throws(StoreFailure) -> [StoredEvent]

  /// Returns the JSON of the events with these numbers, as it was sent, by their numbers.
  func bodies(
    _ project: String, _ sequences: [Int64]
  ) async throws(StoreFailure) -> [Int64: String]
}

/// The parts of a project's activity that a question needs.
struct ActivityRequest: Sendable {
  /// A part of the activity.
  struct Read: Sendable {
    /// The names of the events; nil for all.
    var names: [String]?
    var period: Period
    /// Whether the parts have their names, each of which can be as long as an event.
    var needsNames = false
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

/// An hour that has events.
struct ActivityHour: Sendable {
  /// Its number since 1970.
  var number: Int64
  var events: Int
}

/// The events that a store is asked for.
enum EventSelection: Sendable {
  case sequences([Int64])
  case messageID(String)
}
