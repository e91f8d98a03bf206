/// Lays out JSON over several lines.
///
/// It moves nothing but white space, so that order and numbers are shown as they were recorded.
enum JSONLayout {
  /// Returns the text with one member or element on each line; an empty object or array stays on
  /// its line.
  static func lines(_ json: String) -> String {
    // Not characters: a mark after a quotation mark would make one of both.
    var text = String.UnicodeScalarView()
    var depth = 0
    var isInString = false
    var isEscaped = false
    /// Whether the last character opened an object or an array.
    var isOpen = false
    for character in json.unicodeScalars where isInString || !character.properties.isWhitespace {
      guard !isInString else {
        text.append(character)
        isInString = isEscaped || character != "\""
        isEscaped = !isEscaped && character == "\\"
        continue
      }
      let isEnd = character == "}" || character == "]"
      if isEnd { depth = max(0, depth - 1) }
      if isOpen != isEnd { text += newLine(depth) }
      isOpen = character == "{" || character == "["
      if isOpen { depth += 1 }
      text.append(character)
      isInString = character == "\""
      if character == ":" { text.append(" ") }
      if character == "," { text += newLine(depth) }
    }
    return String(text)
  }

  private static func newLine(_ depth: Int) -> String.UnicodeScalarView {
    ("\n" + String(repeating: "  ", count: depth)).unicodeScalars
  }
}
