import Foundation

extension CalendarUnit {
  /// Returns the starts of the units that contain a part of the period, and the end of the last
  /// one.
  ///
  /// An hour begins when the clocks show a full hour; a day with its first moment; a week with
  /// Monday. So a day can have 23 or 25 hours when clocks change.
  func boundaries(of period: Period, in timeZone: TimeZone, atMost limit: Int) -> [Int64] {
    let clock = LocalClock(timeZone)
    var boundaries = [clock.start(of: self, at: period.lowerBound)]
    while let last = boundaries.last, last < period.upperBound, boundaries.count <= limit {
      boundaries.append(clock.next(self, after: last))
    }
    return boundaries
  }

  /// The number of units that always suffice: no list of starts is longer.
  static let maxUnits = 10_000
}

/// The clock of a time zone, with times in microseconds since 1970.
struct LocalClock {
  private let timeZone: TimeZone
  private let calendar: Calendar

  init(_ timeZone: TimeZone) {
    self.timeZone = timeZone
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Returns the start of the unit that contains the time.
  func start(of unit: CalendarUnit, at time: Int64) -> Int64 {
    switch unit {
    case .hour: return startOfHour(time)
    case .day: return startOfDay(time)
    case .week:
      return start(ofDay: monday(localDay(time)))
    }
  }

  /// Returns the start of the unit after the one that starts at `start`.
  func next(_ unit: CalendarUnit, after start: Int64) -> Int64 {
    switch unit {
    case .hour: return nextHour(start)
    case .day: return day(start, plus: 1)
    case .week: return self.start(ofDay: monday(localDay(start)) + 7)
    }
  }

  /// Returns the Monday of the week with this day; 1970-01-01 was a Thursday.
  private func monday(_ day: Int64) -> Int64 {
    day - (day + 3).flooringDivided(by: 7).remainder
  }

  private static let (second, hour): (Int64, Int64) = (1_000_000, 3_600_000_000)

  private func offset(_ time: Int64) -> Int64 {
    Int64(timeZone.secondsFromGMT(for: date(time))) * Self.second
  }

  private func date(_ time: Int64) -> Date {
    Date(timeIntervalSince1970: Double(time.flooringDivided(by: Self.second).quotient))
  }

  private func localDay(_ time: Int64) -> Int64 {
    (time + offset(time)).flooringDivided(by: EventDay.milliseconds * 1_000).quotient
  }

  private func startOfHour(_ time: Int64) -> Int64 {
    let past = (time + offset(time)).flooringDivided(by: Self.hour).remainder
    let start = time - past
    // Clocks that were changed by half an hour since then did not show a full hour.
    guard offset(start) != offset(time) else { return start }
    var last = startOfHour(time - Self.hour - past)
    while true {
      let next = nextHour(last)
      if next > time { return last }
      last = next
    }
  }

  private func nextHour(_ start: Int64) -> Int64 {
    let next = start + Self.hour
    let past = (next + offset(next)).flooringDivided(by: Self.hour).remainder
    return past == 0 ? next : next + Self.hour - past
  }

  private func startOfDay(_ time: Int64) -> Int64 {
    Int64(calendar.startOfDay(for: date(time)).timeIntervalSince1970) * Self.second
  }

  /// Returns the start of a date, which is the number of days since 1970-01-01.
  func start(ofDay number: Int64) -> Int64 {
    let utc = number * EventDay.milliseconds * 1_000
    // Noon by the offset of that time is in the day, however the clocks change.
    return startOfDay(utc + 12 * Self.hour - offset(utc))
  }

  /// Returns the start of the day that is `count` days after the one that starts at `day`.
  func day(_ day: Int64, plus count: Int) -> Int64 {
    let noon = date(day).addingTimeInterval(43_200)
    let other = calendar.date(byAdding: .day, value: count, to: noon) ?? noon
    let start = startOfDay(Int64(other.timeIntervalSince1970) * Self.second)
    // A zone that crosses the date line has no such day.
    return count > 0 && start <= day ? day + Int64(count) * 24 * Self.hour : start
  }
}
