public import Foundation

/// A property value: any JSON value, or a date.
///
/// Swift literals convert to values, so `["sku": "A-1", "price": 19.9, "tags": ["new", "sale"]]` is
/// a dictionary of values. For variables, write `.string(name)`, `.int(count)` and so on. Values
/// are immutable and can be shared between threads.
public enum Value: Hashable, Sendable {
  /// JSON's `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// An integer, written with all its digits.
  case int(Int)
  /// A floating-point number, written with the fewest digits that read back as the same number.
  ///
  /// NaN and infinities, which JSON cannot represent, are written as `null` and counted in the
  /// ledger.
  case double(Double)
  /// Unicode text.
  case string(String)
  /// A point in time, written in UTC with milliseconds, such as `2026-11-21T01:00:00.123Z` (RFC
  /// 3339).
  case date(Date)
  /// An ordered list of values.
  case array([Value])
  /// Values by name, without an order.
  case object([String: Value])
}

extension Value: ExpressibleByStringInterpolation {
  /// Creates a `.string`.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  /// Creates an `.int`.
  public init(integerLiteral value: Int) { self = .int(value) }
}

extension Value: ExpressibleByFloatLiteral {
  /// Creates a `.double`.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension Value: ExpressibleByBooleanLiteral {
  /// Creates a `.bool`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByNilLiteral {
  /// Creates a `.null`.
  public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByArrayLiteral {
  /// Creates an `.array`.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// Creates an `.object`.
  ///
  /// If two keys are equal, the later one is used.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension Value: Encodable {
  /// Encodes the value as the JSON that it represents, so that it can be part of any `Encodable`
  /// type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}
