/// Numbers and durations for people.
enum Words {
  /// Returns `12 345`, with narrow spaces that do not break.
  static func number(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "\u{202F}" }
      result.append(digit)
    }
    return value < 0 ? "−" + result : result
  }

  /// Returns `1 event` or `12 events`.
  static func count(_ value: Int, _ noun: String) -> String {
    "\(number(value)) \(noun)\(value == 1 ? "" : "s")"
  }

  /// Returns `320 ms`, `2.4 s`, `3 min 12 s`, `4 h 10 min`, or `12 d 3 h`.
  static func duration(_ microseconds: Int64) -> String {
    let milliseconds = Int(clamping: Int64(microseconds.magnitude.quotient(by: 1_000)))
    let sign = microseconds < 0 && milliseconds > 0 ? "−" : ""
    switch milliseconds {
    case ..<1_000: return sign + "\(milliseconds) ms"
    case ..<60_000:
      return sign + "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
    case ..<3_600_000: return sign + pair(milliseconds / 1_000, 60, "min", "s")
    case ..<86_400_000: return sign + pair(milliseconds / 60_000, 60, "h", "min")
    default: return sign + pair(milliseconds / 3_600_000, 24, "d", "h")
    }
  }

  /// Returns `12.5 %`; a dash when there is no whole.
  static func share(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let tenths = Int((Double(part) / Double(whole) * 1_000).rounded())
    return "\(tenths / 10).\(abs(tenths % 10)) %"
  }

  /// Returns `1.4 GB`.
  static func bytes(_ count: Int) -> String {
    var (value, unit) = (Double(count), 0)
    while value >= 1_000, unit < units.count - 1 { (value, unit) = (value / 1_000, unit + 1) }
    let tenths = Int((value * 10).rounded())
    return unit == 0 || value >= 100
      ? "\(Int(value.rounded())) \(units[unit])"
      : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  private static let units = ["B", "kB", "MB", "GB", "TB", "PB"]

  private static func pair(_ value: Int, _ ratio: Int, _ big: String, _ small: String) -> String {
    let rest = value % ratio
    return "\(value / ratio) \(big)" + (rest == 0 ? "" : " \(rest) \(small)")
  }
}

extension UInt64 {
  fileprivate func quotient(by divisor: UInt64) -> Int64 { Int64(clamping: self / divisor) }
}
