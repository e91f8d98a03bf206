import Foundation

/// A question about users that came back.
///
/// A cohort has the users whose first event of `first` in the store happened in its unit, and in
/// the period. `ActivityUser` defines what a user is.
struct RetentionQuestion: Sendable, Equatable {
  var project: String
  /// The name of the event by which a user enters a cohort; nil for any event.
  var first: String?
  /// The name of the event that counts as coming back; nil for any event.
  var back: String?
  /// The period of the cohorts.
  var period: Period
  /// Day or week.
  var unit: CalendarUnit
  var timeZone: TimeZone
  /// The number of units after the cohort's own.
  var units: Int
}

/// The answer to a `RetentionQuestion`.
struct RetentionTable: Sendable, Equatable {
  struct Cohort: Sendable, Equatable {
    /// Its start, in microseconds since 1970.
    var start: Int64
    var users: Int
    /// The users that came back 1, 2, … units later; it ends with the unit that contains now.
    var back: [Int]
  }

  var cohorts: [Cohort]
}
