@testable import Cairn
@testable import CairnCollector

/// Times in the forms that clients use, and the correction for the error of a client's clock.
enum TimestampTarget: TextTarget {
  static let words = [
    "2026-11-21T01:46:02.123456789+02:00", "2026-02-31", "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:60-23:59", "T23:59", "+0130", ",5", "Z",
  ]

  private static let second: Int64 = 1_000_000
  private static let day = 86_400 * second
  /// Times of the years 0 to 9999, with an offset of a day and a leap second.
  private static let range: ClosedRange<Int64> = -719_529 * day...(2_932_898 * day + second)

  static func run(_ input: [UInt8]) {
    let parts = input.parts.map { String(decoding: $0, as: UTF8.self) }
    for part in parts { checkText(part) }
    checkNumber(input.number(Int64.self, at: 0))
    let received =
      range.lowerBound + abs(input.number(Int64.self, at: 2) / 2) % (range.upperBound * 2)
    let times = EventTimes(received: received, original: parts[0], sent: parts.last)
    precondition(abs(times.happened) < 4 * range.upperBound, "a time that can be calculated with")
  }

  private static func checkText(_ text: String) {
    guard let time = Timestamp.microseconds(text) else { return }
    precondition(range.contains(time), "between the years 0 and 9999")
    precondition(text.utf8.count >= 10 && text.utf8.allSatisfy { $0 != 0 && $0 < 0x80 }, "a date")
    checkNumber(time)
  }

  /// Every number has a text; those of four-digit years are parsed back, and written as by the SDK.
  private static func checkNumber(_ time: Int64) {
    let text = Timestamp.text(time)
    guard (-719_528 * day..<2_932_897 * day).contains(time) else { return }
    precondition(Timestamp.microseconds(text) == time, "\(text) comes back")
    var buffer = OutputBuffer(capacity: 32)
    buffer.appendTimestamp(WallTime(milliseconds: time.flooringDivided(by: 1_000).quotient))
    precondition(
      String(decoding: buffer.bytes, as: UTF8.self).dropLast() == text.dropLast(4), "as the SDK")
  }

  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {
    guard dice.once(in: 2), input.count > 2 else { return }
    TextMutation.mutate(&input, words, &dice)
    input.set(UInt16(dice.next(below: 40)), at: 0)
  }
}
