extension String {
  /// The text as a Swift string literal.
  var swiftLiteral: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default:
        scalar.properties.generalCategory == .control
          || scalar.properties.generalCategory == .format
          || scalar.properties.generalCategory == .lineSeparator
          || scalar.properties.generalCategory == .paragraphSeparator
          ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// The text as it may appear in a comment: invisible characters become spaces, except the joiners
  /// within emoji and words.
  private var commentText: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: text += " "
      case .format where !["\u{200C}", "\u{200D}"].contains(scalar): text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Splits the text into lines of at most this many characters.
  ///
  /// A longer word has a line of its own, and line breaks become spaces.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in commentText.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
