package import Cairn

/// Conversions of extras for comparison and sending.
extension Value {
  /// A string as it is; any other value as JSON.
  package var printed: String { stringValue ?? String(decoding: json, as: UTF8.self) }

  /// The value with whole numbers as integers, at any depth, so that 20 and 20.0 count as equal.
  var whole: Value {
    switch self {
    case .double(let number): Int(exactly: number).map(Value.int) ?? self
    case .array(let elements): .array(elements.map(\.whole))
    case .object(let members): .object(members.mapValues(\.whole))
    default: self
    }
  }
}
