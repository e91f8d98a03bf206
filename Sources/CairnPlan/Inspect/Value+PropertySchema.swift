import Cairn

/// Values as JSON Schema sees them after encoding: a date is a string, and NaN is null.
extension Value {
  /// The most specific type of the value.
  var type: PropertySchema.JSONType {
    switch self {
    case .null: .null
    case .bool: .boolean
    case .int: .integer
    case .double(let number): number.isFinite ? .number : .null
    case .string, .date: .string
    case .array: .array
    case .object: .object
    }
  }

  func has(_ type: PropertySchema.JSONType) -> Bool {
    switch (self, type) {
    case (.int, .number): true
    case (.double(let number), .integer): number.rounded() == number && number.isFinite
    default: self.type == type
    }
  }

  var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number.isFinite ? number : nil
    default: nil
    }
  }

  var text: String? {
    switch self {
    case .string(let text): text
    case .date: String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
    default: nil
    }
  }

  /// Returns whether the values are equal; integers and floating-point numbers are compared by
  /// value.
  func equals(_ other: Value) -> Bool {
    switch (self, other) {
    case (.int(let whole), .double(let number)), (.double(let number), .int(let whole)):
      return Int(exactly: number) == whole
    case (.array(let elements), .array(let others)):
      return elements.count == others.count && zip(elements, others).allSatisfy { $0.equals($1) }
    case (.object(let members), .object(let others)):
      return members.count == others.count
        && members.allSatisfy { name, member in others[name].map(member.equals) ?? false }
    case (.date, .string(let other)): return text == other
    default: return self == other
    }
  }
}
