package import Cairn

/// Values that callers gave, as they are compared and sent.
extension Value {
  /// Text as it is, anything else as JSON.
  package var printed: String { stringValue ?? String(decoding: json, as: UTF8.self) }

  /// With whole numbers as integers, at any depth: who says 20 and who says 20.0 do not contradict each other.
  var whole: Value {
    switch self {
    case .double(let number): Int(exactly: number).map(Value.int) ?? self
    case .array(let elements): .array(elements.map(\.whole))
    case .object(let members): .object(members.mapValues(\.whole))
    default: self
    }
  }
}
