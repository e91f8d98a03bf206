public import Foundation

/// A property's value: what JSON can hold, and dates.
///
/// Literals of Swift become values, so that `["sku": "A-1", "price": 19.9, "tags": ["new", "sale"]]` is a dictionary of
/// them; for variables say `.string(name)`, `.int(count)` and so on. Values are immutable and may cross threads.
public enum Value: Hashable, Sendable {
  /// JSON's `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number, written with all its digits.
  case int(Int)
  /// A number, written with the fewest digits that read back as the same one. NaN and the infinities, for which JSON
  /// has no form, are written as `null` and counted in the ledger.
  case double(Double)
  /// Text: any Unicode.
  case string(String)
  /// A point in time, written as UTC with milliseconds, `2026-11-21T01:00:00.123Z` (RFC 3339).
  case date(Date)
  /// A list, in order.
  case array([Value])
  /// Named values, in no order.
  case object([String: Value])
}

extension Value: ExpressibleByStringInterpolation {
  /// Makes a `.string`.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  /// Makes an `.int`.
  public init(integerLiteral value: Int) { self = .int(value) }
}

extension Value: ExpressibleByFloatLiteral {
  /// Makes a `.double`.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension Value: ExpressibleByBooleanLiteral {
  /// Makes a `.bool`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByNilLiteral {
  /// Makes a `.null`.
  public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByArrayLiteral {
  /// Makes an `.array`.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// Makes an `.object`.
  ///
  /// Of two equal keys the later one holds.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
