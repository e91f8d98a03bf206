extension OutputBuffer {
  /// Appends milliseconds since 1970 as `2026-11-21T01:00:00.123Z` (RFC 3339, UTC).
  ///
  /// Years outside 0 to 9999 are clamped.
  package mutating func appendTimestamp(milliseconds: Int64) {
    let first: Int64 = -62_167_219_200_000
    let last: Int64 = 253_402_300_799_999
    let clamped = min(max(milliseconds, first), last)
    let day = clamped.flooredDivision(by: 86_400_000)
    reserve(24)
    appendDate(daysSince1970: day)
    appendReserved(UInt8(ascii: "T"))
    appendTime(millisecondsOfDay: Int(clamped - day * 86_400_000))
    appendReserved(UInt8(ascii: "Z"))
  }

  /// Appends the date, computed by Howard Hinnant's `civil_from_days`: years begin in March, so
  /// that the leap day is the last day.
  private mutating func appendDate(daysSince1970: Int64) {
    let shifted = daysSince1970 + 719_468
    let era = shifted.flooredDivision(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    appendTwoDigits(Int(year / 100))
    appendTwoDigits(Int(year % 100))
    appendReserved(UInt8(ascii: "-"))
    appendTwoDigits(Int(month))
    appendReserved(UInt8(ascii: "-"))
    appendTwoDigits(Int(day))
  }

  private mutating func appendTime(millisecondsOfDay: Int) {
    let seconds = millisecondsOfDay / 1_000
    appendTwoDigits(seconds / 3_600)
    appendReserved(UInt8(ascii: ":"))
    appendTwoDigits(seconds / 60 % 60)
    appendReserved(UInt8(ascii: ":"))
    appendTwoDigits(seconds % 60)
    appendReserved(UInt8(ascii: "."))
    appendReserved(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: millisecondsOfDay % 1_000 / 100))
    appendTwoDigits(millisecondsOfDay % 100)
  }

  @inline(__always)
  private mutating func appendTwoDigits(_ value: Int) {
    appendReserved(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
    appendReserved(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
