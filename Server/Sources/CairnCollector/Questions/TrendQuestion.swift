import Foundation

/// A period between two times, in microseconds since 1970; the end is not part of it.
typealias Period = Range<Int64>

/// The part of a calendar that becomes one point of a chart or one cohort.
///
/// A week begins on Monday (ISO 8601).
enum CalendarUnit: String, Sendable, CaseIterable {
  case hour, day, week
}

/// A question about the number of events or users over time.
struct TrendQuestion: Sendable, Equatable {
  enum Measure: String, Sendable, CaseIterable {
    case events
    /// Users, as `ActivityUser` defines them, that are counted once in each unit, and once in the
    /// total.
    case users
  }

  var project: String
  /// The name of the events; nil for all events.
  var name: String?
  var period: Period
  var unit: CalendarUnit
  /// The time zone in which units begin.
  var timeZone: TimeZone
  var measure: Measure
  /// The property whose values become series of their own; nil for one series.
  ///
  /// A value that is not a string counts as its JSON. Events without the property are in the rest.
  var property: String?
  /// The maximum number of series with a label; the rest is one series without a label.
  var maxSeries = 8
}

/// The answer to a `TrendQuestion`.
struct Trend: Sendable, Equatable {
  struct Series: Sendable, Equatable {
    /// The value of the property; nil for all events, or for the rest.
    var label: String?
    /// One value for each start.
    var values: [Int]
    /// The number in the whole period, which for users is at most the sum of the values.
    var total: Int
  }

  /// The starts of the units, in microseconds since 1970.
  var starts: [Int64]
  var series: [Series]
  /// The time of the oldest event that was read, for a question with a property about more than
  /// `TrendQuestion.maxBodies` events; nil when all were read.
  var readFrom: Int64?
}
