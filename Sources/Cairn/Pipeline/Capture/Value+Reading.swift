extension Value {
  /// The member of that name; nil when this is no object, or one without it.
  public subscript(_ name: String) -> Value? { objectValue?[name] }

  /// The text; nil when this is something else.
  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number; nil when this is something else.
  public var intValue: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  /// The number, whole or not; nil when this is something else.
  public var doubleValue: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The elements; nil when this is no list.
  public var arrayValue: [Value]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members; nil when this is no object.
  public var objectValue: [String: Value]? {
    if case .object(let members) = self { members } else { nil }
  }
}
