extension OutputBuffer {
  /// Appends a time as `2026-11-21T01:00:00.123Z` (RFC 3339, UTC).
  ///
  /// Years outside 0 to 9999 are clamped.
  package mutating func appendTimestamp(_ time: WallTime) {
    let first: Int64 = -62_167_219_200_000
    let last: Int64 = 253_402_300_799_999
    // Counted from year 0, so that no division has a negative operand.
    let sinceFirst = UInt64(min(max(time.milliseconds, first), last) - first)
    let (year, month, day) = Self.date(daysSinceYear0: sinceFirst / 86_400_000)
    let ofDay = sinceFirst % 86_400_000
    let (hour, ofHour) = (ofDay / 3_600_000, ofDay % 3_600_000)
    let (minute, ofMinute) = (ofHour / 60_000, ofHour % 60_000)
    let (second, millisecond) = (ofMinute / 1_000, ofMinute % 1_000)
    reserve(24)
    // Eight characters per word, the first in the lowest byte.
    storeReserved(
      Self.digits(year / 100) | Self.digits(year % 100) << 16 | 0x2D << 32
        | Self.digits(month) << 40 | 0x2D << 56, at: 0)
    storeReserved(
      Self.digits(day) | 0x54 << 16 | Self.digits(hour) << 24 | 0x3A << 40
        | Self.digits(minute) << 48, at: 8)
    storeReserved(
      0x3A | Self.digits(second) << 8 | 0x2E << 24 | (0x30 + millisecond / 100) << 32
        | Self.digits(millisecond % 100) << 40 | 0x5A << 56, at: 16)
    appendStored(24)
  }

  /// Returns the date by Howard Hinnant's `civil_from_days`: years begin in March, so that the leap
  /// day is the last day.
  @inline(__always)
  private static func date(daysSinceYear0: UInt64) -> (year: UInt64, month: UInt64, day: UInt64) {
    // An era has 400 years; the one before year 0 is included, because January and February belong
    // to the year before.
    let shifted = daysSinceYear0 + 146_097 - 60
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0) - 400, month, day)
  }

  /// Returns the two digits of a number below 100, the tens in the lower byte.
  @inline(__always)
  private static func digits(_ number: UInt64) -> UInt64 {
    0x3030 + number / 10 + (number % 10) << 8
  }
}
