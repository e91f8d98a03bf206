/// Markup in which every value is escaped.
///
/// Only the literal parts of a string become markup; an interpolated text is escaped, for the
/// content of an element and for an attribute in quotes. There is no way to make markup of a text.
///
/// ```swift
/// let row: HTML = "<td class=\"name\">\(event.name)</td>"
/// ```
struct HTML: Sendable, ExpressibleByStringInterpolation {
  private(set) var text: String

  init(stringLiteral value: String) { text = value }

  init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  static func += (left: inout HTML, right: HTML) { left.text += right.text }

  /// The literal and the interpolated parts of markup.
  struct Interpolation: StringInterpolationProtocol {
    typealias StringLiteralType = String

    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ value: String) { text += HTML.escaped(value) }

    mutating func appendInterpolation(_ value: Int) { text += "\(value)" }

    mutating func appendInterpolation(_ link: PageLink) { text += HTML.escaped(link.text) }

    mutating func appendInterpolation(_ markup: HTML) { text += markup.text }

    mutating func appendInterpolation(_ markup: [HTML]) {
      for part in markup { text += part.text }
    }
  }
}

extension HTML {
  typealias StringInterpolation = Interpolation

  /// Returns the text with character references, and with visible marks for characters that would
  /// change how the text around them is shown.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar.isInvisibleControl ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the character is a control character, or changes the direction of the text.
  var isInvisibleControl: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// Returns at most `count` characters, with an ellipsis when there are more.
  func shortened(to count: Int) -> String {
    // The number of bytes is known at once, the number of characters is not.
    guard utf8.count > count else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      guard scalars.count < count else { return String(scalars) + "…" }
      scalars.append(scalar)
    }
    return self
  }
}
