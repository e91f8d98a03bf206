import Cairn

/// Reads properties as the values that Snowplow's e-commerce schemas accept.
///
/// A value that a schema does not accept counts as absent: it would make the whole event a failed
/// event.
struct SnowplowReader {
  /// The largest number and amount of the schemas.
  static let most = 9_999_999

  private let properties: [String: Value]
  /// The currency of the properties, or else that of the event or of the configuration.
  let currency: String?
  /// The properties that have been read.
  private(set) var read: Set<String> = []

  init(_ properties: [String: Value], currency: String?) {
    self.properties = properties
    let own = properties["currency"]?.stringValue?.uppercased()
    if let own, Self.isCurrency(own) {
      self.currency = own
      read = ["currency"]
    } else {
      self.currency = currency
    }
  }

  /// The properties that have not been read.
  var rest: [String: Value] { properties.filter { !read.contains($0.key) } }

  /// Returns a text of at most this many UTF-16 code units.
  mutating func text(_ key: String, atMost most: Int = 4_096) -> Value? {
    guard let text = properties[key]?.stringValue, text.utf16.count <= most else { return nil }
    read.insert(key)
    return .string(text)
  }

  /// Returns an amount with at most two decimals.
  mutating func amount(_ key: String) -> Value? {
    guard let number = properties[key]?.doubleValue, (0...Double(Self.most)).contains(number) else {
      return nil
    }
    let hundredths = (number * 100).rounded()
    guard abs(number * 100 - hundredths) < 0.000_1 else { return nil }
    read.insert(key)
    return .double(hundredths / 100)
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int> = 0...most) -> Value? {
    guard let number = properties[key]?.intValue, range.contains(number) else { return nil }
    read.insert(key)
    return .int(number)
  }

  /// Returns readers of the event's products.
  mutating func products() -> [SnowplowReader] {
    guard let products = properties["products"]?.arrayValue else { return [] }
    read.insert("products")
    return products.compactMap(\.objectValue).map { SnowplowReader($0, currency: currency) }
  }

  static func isCurrency(_ code: String) -> Bool {
    code.utf8.count == 3 && code.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains)
  }
}
