package import Cairn

extension VariableType {
  /// Returns the value converted to this type as in the reference implementation; nil for a number
  /// that cannot be parsed.
  package func convert(_ value: Value) -> Value? {
    switch self {
    case .boolean: .bool(Self.truth(value))
    case .integer: Self.integer(value)
    case .float: Self.float(value)
    case .string: .string(value.referenceText)
    case .json: Self.json(value)
    case .other: value
    }
  }

  /// Returns a Boolean: `"false"`, empty text, zero, NaN and null are false, and all other values
  /// are true.
  private static func truth(_ value: Value) -> Bool {
    switch value {
    case .bool(let bool): bool
    case .string(let text): text != "false" && !text.isEmpty
    case .null: false
    case .int(let integer): integer != 0
    case .double(let number): number != 0 && !number.isNaN
    case .date, .array, .object: true
    }
  }

  private static func integer(_ value: Value) -> Value? {
    switch value {
    case .bool(let bool): return .int(bool ? 1 : 0)
    case .int: return value
    default:
      var scanner = NumberScanner(value.referenceText)
      scanner.skipSpace()
      return scanner.integer()
    }
  }

  private static func float(_ value: Value) -> Value? {
    switch value {
    case .bool(let bool): return .double(bool ? 1 : 0)
    case .int(let integer): return .double(Double(integer))
    default:
      var scanner = NumberScanner(value.referenceText)
      scanner.skipSpace()
      return scanner.decimal().map(Value.double)
    }
  }

  private static func json(_ value: Value) -> Value {
    switch value {
    case .null, .array, .object: return value
    default:
      let text = value.referenceText
      return Value(json: text.utf8) ?? .string(text)
    }
  }
}
