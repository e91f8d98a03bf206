/// Reads and writes ISO-8601 times as microseconds since 1970.
package enum Timestamp {
  /// Parses `2026-11-21T01:46:02.123456789+02:00`: 0 to 9 fraction digits (those after the sixth
  /// are truncated), `Z`, an offset or nothing (then UTC), and a date without a time (then midnight
  /// UTC).
  package static func microseconds(_ text: String) -> Int64? {
    var reader = DigitReader(text)
    guard let day = day(&reader) else { return nil }
    if reader.isAtEnd { return day * 86_400_000_000 }
    guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
      let time = time(&reader), let offset = offset(&reader), reader.isAtEnd
    else { return nil }
    return day * 86_400_000_000 + time - offset
  }

  private static func day(_ reader: inout DigitReader) -> Int64? {
    guard let year = reader.number(4), reader.skip("-"),
      let month = reader.number(2, 1...12), reader.skip("-"),
      let day = reader.number(2, 1...31), day <= Calendar.lastDay(year: year, month: month)
    else { return nil }
    return Calendar.days(year: year, month: month, day: day)
  }

  private static func time(_ reader: inout DigitReader) -> Int64? {
    guard let hour = reader.number(2, 0...23), reader.skip(":"),
      let minute = reader.number(2, 0...59)
    else { return nil }
    guard reader.skip(":") else { return (hour * 60 + minute) * 60_000_000 }
    guard let second = reader.number(2, 0...60), let fraction = reader.fraction() else {
      return nil
    }
    return ((hour * 60 + minute) * 60 + second) * 1_000_000 + fraction
  }

  private static func offset(_ reader: inout DigitReader) -> Int64? {
    if reader.isAtEnd || reader.skip("Z") || reader.skip("z") { return 0 }
    let sign: Int64 = reader.skip("-") ? -1 : 1
    guard sign < 0 || reader.skip("+"), let hours = reader.number(2, 0...23) else { return nil }
    if reader.isAtEnd { return sign * hours * 3_600_000_000 }
    _ = reader.skip(":")
    guard let minutes = reader.number(2, 0...59) else { return nil }
    return sign * (hours * 60 + minutes) * 60_000_000
  }

  /// The nearest time in the years 0 to 9999, the only ones that RFC 3339 can express.
  static func clamped(_ microseconds: Int64) -> Int64 {
    min(max(microseconds, first), last)
  }

  private static let first = Calendar.days(year: 0, month: 1, day: 1) * 86_400_000_000
  private static let last = Calendar.days(year: 10_000, month: 1, day: 1) * 86_400_000_000 - 1

  /// Writes `2026-11-21T01:46:02.123456Z`; a time outside the years 0 to 9999 as the nearest in
  /// them.
  package static func text(_ microseconds: Int64) -> String {
    let microseconds = clamped(microseconds)
    let (days, rest) = microseconds.flooringDivided(by: 86_400_000_000)
    let date = Calendar.date(days)
    let seconds = rest / 1_000_000
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
      + ".\(padded(rest % 1_000_000, 6))Z"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
