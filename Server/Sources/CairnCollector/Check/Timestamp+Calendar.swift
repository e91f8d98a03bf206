extension Timestamp {
  /// The Gregorian calendar as day numbers from 1970-01-01, after Howard Hinnant's algorithms.
  enum Calendar {
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
      let shifted = month <= 2 ? year - 1 : year
      let (era, yearOfEra) = shifted.flooringDivided(by: 400)
      let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
      let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      return era * 146_097 + dayOfEra - 719_468
    }

    static func lastDay(year: Int64, month: Int64) -> Int64 {
      switch month {
      case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }

    static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
      let (era, dayOfEra) = (days + 719_468).flooringDivided(by: 146_097)
      let yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shifted = (5 * dayOfYear + 2) / 153
      let month = shifted < 10 ? shifted + 3 : shifted - 9
      let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
      return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
  }
}

extension Int64 {
  func flooringDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
