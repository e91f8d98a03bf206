import Foundation

/// Reads the `Retry-After` header: seconds, or a date (RFC 9110, section 10.2.3).
///
/// Some servers send a fraction.
package enum RetryAfter {
  /// Whole seconds from now, at most a day, 0 if the time is past; nil when the text is neither
  /// form.
  package static func seconds(_ text: String, now: WallTime) -> Int? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    if let seconds = Double(trimmed), seconds.isFinite {
      return Int(min(max(0, seconds.rounded(.up)), 86_400))
    }
    guard trimmed.isDateText else { return nil }
    for format in formats {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = format
      guard let date = formatter.date(from: trimmed) else { continue }
      let rest = date.timeIntervalSince1970 - Double(now.milliseconds) / 1_000
      return rest < 86_400 ? max(0, Int(rest.rounded(.up))) : 86_400
    }
    return nil
  }

  /// The form to write, and the two old ones that a recipient must accept.
  private static let formats = [
    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
  ]
}
