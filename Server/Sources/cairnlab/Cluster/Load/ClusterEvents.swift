import Foundation

/// The numbered events of a run: the same number is the same event, byte by byte.
struct ClusterEvents: Sendable {
  static let project = "shop"

  /// Milliseconds since 1970, when the run began.
  let start: Int64

  /// Returns the event's id: a UUID of version 7 whose last 48 bits are the number.
  func id(_ number: Int) -> String {
    let time = Self.digits(Int(start) + number / 8, 12)
    return "\(time.prefix(8))-\(time.suffix(4))-7000-8000-\(Self.digits(number, 12))"
  }

  /// Returns the number in an id.
  static func number(_ id: String) -> Int? { Int(id.suffix(12), radix: 16) }

  func body(_ numbers: [Int]) -> [UInt8] {
    let events = numbers.map(event).joined(separator: ",")
    return Array(#"{"batch":[\#(events)],"context":\#(Self.context)}"#.utf8)
  }

  private func event(_ number: Int) -> String {
    """
    {"type":"track","event":"Product Viewed","messageId":"\(id(number))","userId":"user-\(number % 997)",\
    "anonymousId":"device-\(number % 997)","originalTimestamp":"2026-11-27T10:00:00.000Z",\
    "properties":{"sku":"S-\(number % 4_096)","price":\(number % 100).5,"currency":"EUR",\
    "position":\(number % 40),"list":"summer","tags":["a","b"],"note":"é ✓"}}
    """
  }

  private static let context =
    #"{"app":{"name":"Shop","version":"4.2.0"},"os":{"name":"iOS","version":"26.1"},"locale":"de-DE"}"#

  private static func digits(_ number: Int, _ width: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
