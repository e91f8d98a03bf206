/// The partitions of the table in ClickHouse: the month of the day in an event's id.
///
/// A sender chooses the day in an id, so all days outside of these years share one partition.
enum EventPartition {
  static let other = 0

  // 2020-01-01 and 2100-01-01.
  private static let (first, end): (UInt16, UInt16) = (18_262, 47_482)

  /// The same for the column `day` in SQL.
  static let expression =
    "if(day < toDate('2020-01-01') OR day >= toDate('2100-01-01'), 0, toYYYYMM(day))"

  /// Returns the day for the column, whose type has the days from 1970-01-01 to 2149-06-06.
  ///
  /// `number` is in days since 1970; negative when the id has no day, which is the first one.
  ///   The days of ids begin with the next, so that retention keeps those without a day.
  static func day(_ number: Int32) -> UInt16 {
    number < 0 ? 0 : UInt16(min(max(number, 1), 49_671))
  }

  /// Returns the partition: the year and the month, such as 202611, or `other`.
  static func of(_ day: UInt16) -> Int {
    guard day >= first, day < end else { return other }
    // Days of a calendar whose years begin in March, so that a leap day is the last of its year.
    // Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    let days = Int(day) + 719_468
    let era = days / 146_097
    let inEra = days % 146_097
    let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * year + year / 4 - year / 100)
    let month = (5 * inYear + 2) / 153
    let january = month < 10 ? month + 3 : month - 9
    return (era * 400 + year + (january <= 2 ? 1 : 0)) * 100 + january
  }

  /// Returns whether all days of the partition are before that day.
  static func isBefore(_ day: UInt16, partition: Int) -> Bool {
    guard partition != other, day >= first else { return false }
    return day >= end || partition < of(day)
  }
}
