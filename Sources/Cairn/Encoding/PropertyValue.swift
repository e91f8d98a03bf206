public import Foundation

/// A type whose values can be properties of an event, without a conversion by the caller.
///
/// ```swift
/// analytics.track("Product Viewed", ["sku": sku, "price": price, "tags": tags, "coupon": nil])
/// ```
///
/// Numbers, text, `Bool`, `Date`, `URL`, `UUID`, `Decimal` and `Data` conform, and so do optionals,
/// arrays, sets and dictionaries of conforming types. Declare the conformance of an enumeration
/// with raw values, or of an `Encodable` structure; nothing has to be implemented:
///
/// ```swift
/// enum Plan: String, PropertyValue { case free, pro }
/// struct Product: Encodable, PropertyValue { var sku: String; var price: Decimal }
/// ```
public protocol PropertyValue: Sendable {
  /// The value as it is recorded.
  var propertyValue: Value { get }
}

extension Value: PropertyValue {
  /// The value itself.
  public var propertyValue: Value { self }

  /// Creates a value from any type that can be a property.
  public init(_ value: some PropertyValue) { self = value.propertyValue }

  /// Creates an `.object`, whose members may be of different types.
  ///
  /// Write it for an object within the properties: `["cart": Value(["sku": sku, "count": 2])]`.
  public init(_ members: [String: (any PropertyValue)?]) { self = .object(Self.members(members)) }

  /// Creates an `.array`, whose elements may be of different types.
  public init(_ elements: [(any PropertyValue)?]) {
    self = .array(elements.map { $0?.propertyValue ?? .null })
  }

  package static func members(_ members: [String: (any PropertyValue)?]) -> [String: Value] {
    members.mapValues { $0?.propertyValue ?? .null }
  }
}

extension PropertyValue where Self: RawRepresentable, RawValue: PropertyValue {
  /// The raw value.
  public var propertyValue: Value { rawValue.propertyValue }
}

extension PropertyValue where Self: Encodable {
  /// The value as it encodes itself; `.null` if that throws.
  public var propertyValue: Value { (try? ValueEncoder.value(self)) ?? .null }
}

extension PropertyValue where Self: RawRepresentable & Encodable, RawValue: PropertyValue {
  /// The raw value.
  public var propertyValue: Value { rawValue.propertyValue }
}

extension String: PropertyValue {
  /// A `.string`.
  public var propertyValue: Value { .string(self) }
}

extension Substring: PropertyValue {
  /// A `.string`.
  public var propertyValue: Value { .string(String(self)) }
}

extension Character: PropertyValue {
  /// A `.string` of one character.
  public var propertyValue: Value { .string(String(self)) }
}

extension Bool: PropertyValue {
  /// A `.bool`.
  public var propertyValue: Value { .bool(self) }
}

extension Double: PropertyValue {
  /// A `.double`.
  public var propertyValue: Value { .double(self) }
}

extension Float: PropertyValue {
  /// A `.double` with the digits of the number: 0.1 stays 0.1.
  public var propertyValue: Value { .double(Double(description) ?? Double(self)) }
}

extension CGFloat: PropertyValue {
  /// A `.double`.
  public var propertyValue: Value { .double(Double(self)) }
}

extension Decimal: PropertyValue {
  /// The nearest `.double`.
  public var propertyValue: Value { .double(Double(description) ?? .nan) }
}

extension Date: PropertyValue {
  /// A `.date`.
  public var propertyValue: Value { .date(self) }
}

extension URL: PropertyValue {
  /// The absolute URL as a `.string`.
  public var propertyValue: Value { .string(absoluteString) }
}

extension UUID: PropertyValue {
  /// The `.string` in upper case, such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  public var propertyValue: Value { .string(uuidString) }
}

extension Data: PropertyValue {
  /// The bytes as a `.string` in Base64.
  public var propertyValue: Value { .string(base64EncodedString()) }
}

extension Optional: PropertyValue where Wrapped: PropertyValue {
  /// The wrapped value, or `.null`.
  public var propertyValue: Value { self?.propertyValue ?? .null }
}

extension Array: PropertyValue where Element: PropertyValue {
  /// An `.array`.
  public var propertyValue: Value { .array(map(\.propertyValue)) }
}

extension Set: PropertyValue where Element: PropertyValue {
  /// An `.array`, in the order of the JSON of its elements.
  public var propertyValue: Value {
    .array(map(\.propertyValue).sorted { $0.json.lexicographicallyPrecedes($1.json) })
  }
}

extension Dictionary: PropertyValue where Key == String, Value: PropertyValue {
  /// An `.object`.
  public var propertyValue: Cairn.Value { .object(mapValues(\.propertyValue)) }
}
