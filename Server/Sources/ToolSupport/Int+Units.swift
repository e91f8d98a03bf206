import Foundation

extension Int {
  /// A number of bytes for people: `435.2 MB`; a kilobyte has 1000.
  package var inBytes: String {
    if self < 1_000 { return "\(self) B" }
    var value = Double(self)
    for unit in ["kB", "MB", "GB"] {
      value /= 1_000
      if value < 999.95 { return String(format: "%.1f ", value) + unit }
    }
    return String(format: "%.1f TB", value / 1_000)
  }

  /// A number of milliseconds for people, in the two largest units: `3 d 4 h`.
  package var inTime: String {
    let seconds = self / 1_000
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    if seconds < 86_400 { return "\(seconds / 3_600) h \(seconds / 60 % 60) min" }
    return "\((seconds / 86_400).grouped) d \(seconds / 3_600 % 24) h"
  }
}

extension Int {
  /// The number with a space between thousands: `50 000`.
  package var grouped: String {
    let digits = String(magnitude)
    let first = (digits.count - 1) % 3 + 1
    var groups = [String(digits.prefix(first))]
    var rest = digits.dropFirst(first)
    while !rest.isEmpty {
      groups.append(String(rest.prefix(3)))
      rest = rest.dropFirst(3)
    }
    return (self < 0 ? "-" : "") + groups.joined(separator: " ")
  }
}
