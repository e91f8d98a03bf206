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

extension ContentItem {
  /// `{"value": …, "style": {…}}`, without the style when it is empty.
  package var json: Value {
    var members: [String: Value] = ["value": .string(value)]
    if !styles.isEmpty { members["style"] = .object(styles) }
    return .object(members)
  }

  /// Reads what `json` made; nil when it is something else.
  init?(json: Value) {
    guard let text = json["value"]?.stringValue else { return nil }
    self.init(text, styles: json["style"]?.whole.objectValue ?? [:])
  }
}
