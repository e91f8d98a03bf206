extension Value {
  /// The member with this name; nil when the value is not an object or has no such member.
  public subscript(_ name: String) -> Value? { objectValue?[name] }

  /// The text; nil when the value is not a string.
  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The integer; nil when the value is not an `.int`.
  public var intValue: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  /// The number, from an `.int` or a `.double`; nil when the value is neither.
  public var doubleValue: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The elements; nil when the value is not an array.
  public var arrayValue: [Value]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members; nil when the value is not an object.
  public var objectValue: [String: Value]? {
    if case .object(let members) = self { members } else { nil }
  }
}
