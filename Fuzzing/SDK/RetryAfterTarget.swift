@testable import Cairn

/// The header `Retry-After`, at any time.
enum RetryAfterTarget: TextTarget {
  static let words = [
    "120", "-1", "1e300", "inf", "nan", "0x10", "Fri, 31 Dec 9999 23:59:59 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "GMT", ".5",
  ]

  static func run(_ input: [UInt8]) {
    let now = WallTime(milliseconds: input.number(Int64.self, at: 0))
    let text = String(decoding: input.dropFirst(8), as: UTF8.self)
    let seconds = RetryAfter.seconds(text, now: now)
    precondition((0...86_400).contains(seconds ?? 0), "a day at most")
    guard !text.isEmpty, text.utf8.count < 16, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return checkLater(text, now, seconds) }
    precondition(seconds == Int(text).map { min($0, 86_400) }, "so many seconds")
  }

  /// The wait until a date does not grow as time passes.
  private static func checkLater(_ text: String, _ now: WallTime, _ seconds: Int?) {
    guard let seconds else { return }
    guard let rest = RetryAfter.seconds(text, now: now + .minutes(1)) else {
      fatalError("what can be read can be read later")
    }
    precondition(rest <= seconds, "it comes nearer")
  }

  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {
    if input.count < 8 { input += [UInt8](repeating: 0, count: 8 - input.count) }
    var text = Array(input[8...])
    TextMutation.mutate(&text, words, &dice)
    input.replaceSubrange(8..., with: text)
    if dice.once(in: 2) { input.set(Int64(1_795_225_600_000 + dice.next(below: 1_000_000)), at: 0) }
  }
}
