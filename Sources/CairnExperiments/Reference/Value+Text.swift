import Cairn
import Foundation

extension Value {
  /// The value as text, like JavaScript's `String(value)`, because all SDKs must agree on which
  /// values are equal.
  package var referenceText: String {
    switch self {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .int(let integer): String(integer)
    case .double(let number): number.referenceText
    case .string(let text): text
    case .date(let date):
      Self.timestamp(
        WallTime(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded(.down))))
    case .array(let elements): elements.map(\.elementText).joined(separator: ",")
    case .object: "[object Object]"
    }
  }

  /// The text of an element of a list, in which null is empty.
  private var elementText: String { self == .null ? "" : referenceText }

  private static func timestamp(_ time: WallTime) -> String {
    var buffer = OutputBuffer(capacity: 32)
    buffer.appendTimestamp(time)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
