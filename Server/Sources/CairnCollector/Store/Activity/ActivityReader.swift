/// The activity of projects as of one moment, which is read piece by piece.
///
/// A question can need the entries of millions of events: only what its answer needs of them is
/// kept in memory.
protocol ActivityReader: ~Copyable {
  /// Calls the body with each part, in the order of the hours, until it returns false.
  ///
  /// The first and the last hour can have entries outside the period.
  borrowing func parts(
    _ read: ActivityRead, of project: String, _ body: (ActivityPart) throws -> Bool) throws

  /// Prepares for several passes over parts of this selection.
  borrowing func list(_ read: ActivityRead, of project: String) throws

  /// Returns the anonymous ids that belong to users, if the reader has them.
  borrowing func linkedUsers(of project: String) throws -> LinkedUsers

  /// Calls the body with each anonymous id that belongs to a user, and that user.
  borrowing func links(of project: String, _ body: (ActivityLink) throws -> Void) throws

  /// Calls the body with the number and the JSON, as it was sent, of each of these events.
  borrowing func bodies(
    of project: String, _ sequences: [Int64], _ body: (Int64, String) throws -> Void) throws
}

extension ActivityReader where Self: ~Copyable {
  borrowing func list(_ read: ActivityRead, of project: String) {}

  borrowing func linkedUsers(of project: String) -> LinkedUsers { .unread }

  /// Calls the body with each part.
  borrowing func eachPart(
    _ read: ActivityRead, of project: String, _ body: (ActivityPart) throws -> Void
  ) throws {
    try parts(read, of: project) { part in
      try body(part)
      return true
    }
  }
}

/// A selection of the activity of a project.
struct ActivityRead: Sendable {
  /// The names of the events; nil for all.
  var names: [String]?
  var period: Period
  /// Whether the parts have their names, each of which can be as long as an event.
  var needsNames = false
  /// The hours of which the entries are needed; nil for all of them.
  var detailedHours: Set<Int64>?
  /// Whether the entries have the numbers of the events.
  var needsSequences = false
  /// The users whose entries are needed, so that parts without them may be left out; nil for all.
  var users: Set<UInt64>?
  var isNewestFirst = false
}

extension ActivityRead {
  init(_ name: String?, _ period: Period) {
    self.init(names: name.map { [$0] }, period: period)
  }

  /// The hours of the period.
  var hours: ClosedRange<Int64> {
    let last = ActivityPart.hour(of: max(period.upperBound - 1, period.lowerBound))
    return ActivityPart.hour(of: period.lowerBound)...last
  }

  /// The expression of the entries in SQL, which are read only for the hours that need them.
  var entriesSQL: String {
    guard let hours = detailedHours else { return "entries" }
    if hours.isEmpty { return "NULL" }
    let list = hours.sorted().map { "\($0)" }.joined(separator: ",")
    return "CASE WHEN hour IN (\(list)) THEN entries END"
  }

  /// The order of the parts in SQL.
  var orderSQL: String { isNewestFirst ? "hour DESC" : "hour" }
}

/// A question that is answered from the activity.
protocol ActivityQuestion: Sendable {
  associatedtype Answer: Sendable

  /// Returns the answer; the store calls it on a thread for questions.
  ///
  /// - Throws: `QuestionTooLarge` when it would take too much memory, and errors of the reader.
  func answer(from reader: borrowing some ActivityReader & ~Copyable) throws -> Answer
}

/// An answer that would take more memory than a question may use.
struct QuestionTooLarge: Error {
  /// The reason, and how to narrow the question.
  var reason: String
}
