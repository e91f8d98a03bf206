import Cairn

/// Encodes values as the protocol's `AnyValue`, whose member name is the type.
enum OTLPValue {
  static func any(_ value: Value) -> Value {
    switch value {
    case .null: [:]
    case .bool(let flag): ["boolValue": .bool(flag)]
    // 64-bit integers are strings in the protocol's JSON.
    case .int(let number): ["intValue": .string(String(number))]
    case .double(let number): ["doubleValue": .double(number)]
    case .string(let text): ["stringValue": .string(text)]
    case .date: ["stringValue": value]
    case .array(let elements): ["arrayValue": ["values": .array(elements.map(any))]]
    case .object(let members): ["kvlistValue": ["values": attributes(members)]]
    }
  }

  /// Returns the attributes, sorted by name, so that the same event always has the same bytes.
  static func attributes(_ members: [String: Value]) -> Value {
    .array(
      members.sorted { $0.key < $1.key }.map { ["key": .string($0.key), "value": any($0.value)] })
  }
}
