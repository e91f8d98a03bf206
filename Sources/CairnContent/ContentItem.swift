public import Cairn

/// A part of an experience: a text, an image, or a call to action.
public struct ContentItem: Hashable, Sendable {
  /// The text, or the address of the image.
  public var value: String
  /// Additional data about the item, such as its role.
  ///
  /// It does not affect the ID of the experience. The default is empty.
  public var styles: [String: Value]

  /// Creates an item.
  public init(_ value: String, styles: [String: Value] = [:]) {
    self.value = value
    self.styles = styles
  }
}

extension ContentItem: ExpressibleByStringInterpolation {
  /// Creates an item without styles.
  public init(stringLiteral value: String) { self.init(value) }
}

extension ContentItem {
  /// The JSON form: `{"value": …, "style": {…}}`, without `style` when there are no styles.
  package var json: Value {
    var members: [String: Value] = ["value": .string(value)]
    if !styles.isEmpty { members["style"] = .object(styles) }
    return .object(members)
  }

  /// Makes an item from its JSON form; nil if `value` is missing.
  init?(json: Value) {
    guard let text = json["value"]?.stringValue else { return nil }
    self.init(text, styles: json["style"]?.whole.objectValue ?? [:])
  }
}

/// Conversions of extras for comparison and sending.
extension Value {
  /// A string as it is; any other value as JSON.
  package var printed: String { stringValue ?? String(decoding: json, as: UTF8.self) }

  /// The value with whole numbers as integers, at any depth, so that 20 and 20.0 count as equal.
  var whole: Value {
    switch self {
    case .double(let number): Int(exactly: number).map(Value.int) ?? self
    case .array(let elements): .array(elements.map(\.whole))
    case .object(let members): .object(members.mapValues(\.whole))
    default: self
    }
  }
}
