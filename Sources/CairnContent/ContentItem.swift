public import Cairn

/// A part of an experience: a text, an image, or a call to action.
public struct ContentItem: Hashable, Sendable {
  /// The text, or the address of the image.
  public var value: String
  /// More about it, such as its role.
  ///
  /// Takes no part in the identifier of the experience. Empty by default.
  public var styles: [String: Value]

  /// Makes an item.
  public init(_ value: String, styles: [String: Value] = [:]) {
    self.value = value
    self.styles = styles
  }
}

extension ContentItem: ExpressibleByStringInterpolation {
  /// An item without styles.
  public init(stringLiteral value: String) { self.init(value) }
}

extension ContentItem: Codable {
  private enum Key: String, CodingKey { case value, style }

  /// Decodes `{"value": …, "style": {…}}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    value = try container.decode(String.self, forKey: .value)
    styles =
      try container.decodeIfPresent([String: JSONValue].self, forKey: .style)?
      .mapValues(\.value) ?? [:]
  }

  /// Encodes `{"value": …, "style": {…}}`, without the style when it is empty.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(value, forKey: .value)
    if !styles.isEmpty { try container.encode(styles, forKey: .style) }
  }
}
