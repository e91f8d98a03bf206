import Cairn

/// Conversion of values to those of the protocol.
extension MeasurementParameters {
  /// Returns a number, or a string of at most this many characters; nil for null.
  static func simple(
    _ value: Value, atMost length: Int, _ adjusted: (String) -> Void
  ) -> Value? {
    switch value {
    case .null: nil
    case .int, .double: value
    case .bool(let bool): .int(bool ? 1 : 0)
    case .string(let text): .string(cut(text, atMost: length, adjusted))
    case .date, .array, .object:
      .string(cut(printed(value), atMost: length, adjusted))
    }
  }

  static func cut(_ text: String, atMost length: Int, _ adjusted: (String) -> Void) -> String {
    let short = PropertyLimits.cut(text, to: length)
    if short != text { adjusted("a text was cut") }
    return short
  }

  private static func printed(_ value: Value) -> String {
    let json = String(decoding: value.json, as: UTF8.self)
    guard case .date = value else { return json }
    return String(json.dropFirst().dropLast())
  }
}
