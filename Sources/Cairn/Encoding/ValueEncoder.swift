import Foundation

/// Converts any `Encodable` to a `Value`, so that a struct can serve as properties.
///
/// Dates become `.date`, URLs and UUIDs become text, and data becomes Base64 text. Keys are
/// unchanged.
enum ValueEncoder {
  static func properties(_ value: some Encodable) throws -> [String: Value] {
    let encoded = try Self.value(value)
    guard case .object(let properties) = encoded else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "not an object with named values"))
    }
    return properties
  }

  /// Returns the value that an `Encodable` encodes.
  static func value(_ value: some Encodable) throws -> Value {
    try EncodingTarget.value(of: value)
  }

  /// Returns the reason why encoding failed, for the log; it does not contain the value, which may
  /// be private.
  static func reason(_ error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else {
      return ": \(type(of: error))"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return ": \(context.debugDescription)\(path.isEmpty ? "" : ", at \(path)")"
  }
}

/// Collects what one value encodes.
///
/// It is used by one encoding, on one thread.
private final class EncodingTarget: Encoder {
  private enum Content {
    case empty
    case single(Value)
    case list([() -> Value])
    case object([String: () -> Value])
  }

  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var content = Content.empty

  init(_ path: [any CodingKey]) { codingPath = path }

  /// Returns what a value encodes.
  static func value(of value: any Encodable, at path: [any CodingKey] = []) throws -> Value {
    switch value {
    case let value as Value: return value
    case let date as Date: return .date(date)
    case let url as URL: return .string(url.absoluteString)
    case let data as Data: return .string(data.base64EncodedString())
    case let decimal as Decimal: return decimal.propertyValue
    default:
      let target = EncodingTarget(path)
      try value.encode(to: target)
      return target.finish()
    }
  }

  func finish() -> Value {
    switch content {
    case .empty: .object([:])
    case .single(let value): value
    case .list(let elements): .array(elements.map { $0() })
    case .object(let members): .object(members.mapValues { $0() })
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = content {} else { content = .object([:]) }
    return KeyedEncodingContainer(Keyed<Key>(self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list = content {} else { content = .list([]) }
    return List(self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(self) }

  fileprivate func set(_ value: Value) { content = .single(value) }

  fileprivate func set(_ key: String, _ value: @escaping () -> Value) {
    guard case .object(var members) = content else { return }
    content = .empty
    members[key] = value
    content = .object(members)
  }

  fileprivate func append(_ value: @escaping () -> Value) {
    guard case .list(var elements) = content else { return }
    content = .empty
    elements.append(value)
    content = .list(elements)
  }

  fileprivate var count: Int { if case .list(let elements) = content { elements.count } else { 0 } }

  fileprivate func nested(_ key: (any CodingKey)?) -> EncodingTarget {
    EncodingTarget(codingPath + (key.map { [$0] } ?? []))
  }
}

extension EncodingTarget {
  fileprivate struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let target: EncodingTarget
    var codingPath: [any CodingKey] { target.codingPath }

    init(_ target: EncodingTarget) { self.target = target }

    func encodeNil(forKey key: Key) { target.set(key.stringValue) { .null } }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      let encoded = try EncodingTarget.value(of: value, at: codingPath + [key])
      target.set(key.stringValue) { encoded }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      nested(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
      let nested = target.nested(nil)
      target.set("super") { nested.finish() }
      return nested
    }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: Key) -> EncodingTarget {
      let nested = target.nested(key)
      target.set(key.stringValue) { nested.finish() }
      return nested
    }
  }
}

extension EncodingTarget {
  fileprivate struct List: UnkeyedEncodingContainer {
    private let target: EncodingTarget
    var codingPath: [any CodingKey] { target.codingPath }
    var count: Int { target.count }

    init(_ target: EncodingTarget) { self.target = target }

    func encodeNil() { target.append { .null } }

    func encode(_ value: some Encodable) throws {
      let encoded = try EncodingTarget.value(of: value, at: codingPath)
      target.append { encoded }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    func superEncoder() -> any Encoder { nested() }

    private func nested() -> EncodingTarget {
      let nested = target.nested(nil)
      target.append { nested.finish() }
      return nested
    }
  }
}

extension EncodingTarget {
  fileprivate struct Single: SingleValueEncodingContainer {
    private let target: EncodingTarget
    var codingPath: [any CodingKey] { target.codingPath }

    init(_ target: EncodingTarget) { self.target = target }

    func encodeNil() { target.set(.null) }
    func encode(_ value: Bool) { target.set(.bool(value)) }
    func encode(_ value: String) { target.set(.string(value)) }
    func encode(_ value: Double) { target.set(.double(value)) }
    func encode(_ value: Float) { target.set(.double(Double(value.description) ?? Double(value))) }

    /// Encodes an integer of any width; one outside the range of `Int` becomes the nearest double.
    func encode(_ value: some Encodable & FixedWidthInteger) {
      target.set(.integer(value))
    }

    func encode(_ value: some Encodable) throws {
      target.set(try EncodingTarget.value(of: value, at: codingPath))
    }
  }
}
