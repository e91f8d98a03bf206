/// A day by UTC, as the number of days since 1970-01-01.
///
/// Retention is by the day in an event's id: a pure function of the id, so that the same event has
/// the same day however often it is sent. Its corrected timestamp changes with each attempt.
struct EventDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  static let milliseconds: Int64 = 86_400_000

  /// The first day that no id has: an id has 48 bits of milliseconds.
  private static let end = (1 << 48) / milliseconds + 1

  let number: Int64

  /// Creates a day; a number that is greater than those of all ids is taken for the next one.
  init(_ number: Int64) { self.number = min(max(number, 0), Self.end) }

  /// Returns the day in a UUID of version 7, in lower or in upper case; nil for every other id.
  ///
  /// Source: RFC 9562, section 5.7.
  init?(inID id: String) {
    guard id.utf8.count == 36 else { return nil }
    var id = id
    guard let milliseconds = id.withUTF8({ Self.milliseconds(in: $0) }) else { return nil }
    number = milliseconds / Self.milliseconds
  }

  private static func milliseconds(in id: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard id[14] == UInt8(ascii: "7"), "89abAB".utf8.contains(id[19]) else { return nil }
    var milliseconds: Int64 = 0
    for (place, byte) in id.enumerated() {
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = digit(byte) else { return nil }
      if place < 13 { milliseconds = milliseconds << 4 | Int64(digit) }
    }
    return milliseconds
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  static func < (left: EventDay, right: EventDay) -> Bool { left.number < right.number }

  /// The day as in `2026-11-27`.
  var description: String {
    String(Timestamp.text(number * Self.milliseconds * 1_000).prefix(10))
  }

  /// A text that is greater than each id with an earlier day, byte by byte.
  ///
  /// Upper-case digits are before the lower-case ones, so it is in lower case.
  var firstID: String {
    if number == Self.end { return "g" }
    let digits = String(number * Self.milliseconds, radix: 16)
    let padded = String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    return "\(padded.prefix(8))-\(padded.dropFirst(8))"
  }
}
