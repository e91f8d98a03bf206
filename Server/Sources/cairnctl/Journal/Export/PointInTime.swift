import ArgumentParser
import Foundation

/// A time on the command line: a date, a date with a time, or an age such as `36h`.
struct PointInTime: ExpressibleByArgument {
  /// The time since 1970.
  let milliseconds: Int64

  init?(argument: String) {
    guard let seconds = Self.date(argument) ?? Self.before(Date(), argument) else { return nil }
    milliseconds = Int64((seconds * 1_000).rounded())
  }

  private static func date(_ text: String) -> Double? {
    let formatter = ISO8601DateFormatter()
    let forms: [ISO8601DateFormatter.Options] = [
      [.withInternetDateTime], [.withInternetDateTime, .withFractionalSeconds],
      [.withFullDate],
    ]
    for form in forms {
      formatter.formatOptions = form
      if let date = formatter.date(from: text) { return date.timeIntervalSince1970 }
    }
    return nil
  }

  private static func before(_ now: Date, _ text: String) -> Double? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Double(text.dropLast()),
      number.isFinite, (0...1e6).contains(number)
    else { return nil }
    return now.timeIntervalSince1970 - number * unit
  }
}
