import Foundation

/// Converts properties of any types, as other SDKs take them, and leaves out those that are no
/// values.
struct UntypedProperties {
  /// A property that was left out.
  struct Omitted: Hashable, Sendable {
    /// The names of the property and of those that contain it, such as `cart.image`.
    var path: String
    var type: String
  }

  private(set) var omitted: [Omitted] = []

  /// Returns the properties that have values.
  mutating func values(_ properties: [String: Any]) -> [String: Value] {
    members(properties, path: "", depth: 1)
  }

  private mutating func members(
    _ members: [String: Any], path: String, depth: Int
  ) -> [String: Value] {
    var values: [String: Value] = [:]
    for (name, member) in members {
      let path = path.isEmpty ? name : path + "." + name
      if let value = value(member, path: path, depth: depth) { values[name] = value }
    }
    return values
  }

  private mutating func value(_ any: Any, path: String, depth: Int) -> Value? {
    if let value = Self.scalar(any) { return value }
    // A list may contain itself.
    guard depth < JSONReader.depthLimit else { return omit(any, path) }
    switch any {
    case let list as [Any]: return elements(list, path: path, depth: depth + 1)
    case let list as NSArray: return elements(Array(list), path: path, depth: depth + 1)
    case let object as [String: Any]:
      return .object(members(object, path: path, depth: depth + 1))
    case let object as NSDictionary:
      return .object(members(Self.members(object), path: path, depth: depth + 1))
    case let raw as any RawRepresentable:
      return value(raw.rawValue, path: path, depth: depth + 1)
    default:
      let mirror = Mirror(reflecting: any)
      guard mirror.displayStyle == .optional else { return omit(any, path) }
      guard let wrapped = mirror.children.first else { return .null }
      return value(wrapped.value, path: path, depth: depth + 1)
    }
  }

  /// Returns a list in which an element that is no value is null, so that the others keep their
  /// places.
  private mutating func elements(_ list: [Any], path: String, depth: Int) -> Value {
    .array(
      list.enumerated().map { place, element in
        value(element, path: "\(path).\(place)", depth: depth) ?? .null
      })
  }

  private mutating func omit(_ any: Any, _ path: String) -> Value? {
    omitted.append(Omitted(path: path, type: "\(type(of: any))"))
    return nil
  }

  /// Returns the value of anything but a list and a dictionary of any types.
  private static func scalar(_ any: Any) -> Value? {
    switch any {
    case let value as any PropertyValue: value.propertyValue
    case is NSNull: .null
    case let text as NSString: .string("\(text)")
    case let number as NSNumber: value(number)
    case let date as NSDate: .date(Date(timeIntervalSince1970: date.timeIntervalSince1970))
    // An optional on Apple's systems alone.
    case let url as NSURL: (url.absoluteString as String?).map { .string($0) }
    case let value as any Encodable: try? ValueEncoder.value(value)
    default: nil
    }
  }

  /// Returns a number or a Boolean, which Objective-C keeps as numbers of one byte.
  private static func value(_ number: NSNumber) -> Value {
    switch number.objCType.pointee {
    case CChar(UInt8(ascii: "c")) where (0...1).contains(number.intValue),
      CChar(UInt8(ascii: "B")):
      .bool(number.boolValue)
    case CChar(UInt8(ascii: "d")), CChar(UInt8(ascii: "f")): .double(number.doubleValue)
    case CChar(UInt8(ascii: "Q")): .integer(number.uint64Value)
    default: .int(number.intValue)
    }
  }

  private static func members(_ object: NSDictionary) -> [String: Any] {
    var members: [String: Any] = [:]
    for (key, member) in object { if let name = key as? String { members[name] = member } }
    return members
  }
}
