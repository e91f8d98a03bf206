import Foundation

extension RedactionAction {
  /// Returns the redacted value; nil when the value is removed with its key.
  func result(for value: Value, depth: Int) -> Value? {
    switch kind {
    case .remove: return nil
    case .replace(let text): return .string(text)
    case .transform(let change): return Self.transform(value, change, depth: depth)
    }
  }

  private static func transform(
    _ value: Value, _ change: (String) -> String?, depth: Int
  ) -> Value? {
    guard depth <= ValueWriter.depthLimit else { return nil }
    switch value {
    case .null: return .null
    case .bool(let value): return change(value ? "true" : "false").map(Value.string)
    case .int(let value): return change(String(value)).map(Value.string)
    case .double(let value): return change(value.description).map(Value.string)
    case .string(let text): return change(text).map(Value.string)
    case .date(let date): return change(text(of: date)).map(Value.string)
    case .array(let elements):
      return .array(elements.compactMap { transform($0, change, depth: depth + 1) })
    case .object(let members):
      return .object(members.compactMapValues { transform($0, change, depth: depth + 1) })
    }
  }

  /// Returns the text of the date as it would be written.
  private static func text(of date: Date) -> String {
    guard let time = ValueWriter.time(date) else { return "null" }
    var buffer = OutputBuffer(capacity: 64)
    buffer.appendTimestamp(time)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
