/// A call of a method, or the use of a property, in Swift source, with the bytes of its parts.
struct SwiftCall: Equatable {
  struct Argument: Equatable {
    var label: String?
    /// The bytes of the label and its colon; empty without a label.
    var labelRange: Range<Int>
    /// The bytes of the value.
    var range: Range<Int>
  }

  /// The expression before the period, without `?` and `!` at its end: `self.analytics`.
  var receiver: String
  var receiverRange: Range<Int>
  var name: String
  var nameRange: Range<Int>
  var arguments: [Argument]
  /// The bytes between the parentheses; nil for a property.
  var argumentsRange: Range<Int>?
  var line: Int

  /// The name with the labels, such as `track(name:properties:)`.
  var signature: String {
    let labels = arguments.map { "\($0.label ?? "_"):" }.joined()
    return argumentsRange == nil ? name : "\(name)(\(labels))"
  }

  /// Returns the calls of methods in the tokens, in the order of their names.
  static func all(in tokens: [SwiftToken]) -> [SwiftCall] {
    tokens.indices.compactMap { SwiftCall(at: $0, in: tokens) }
  }

  /// Returns the call whose method's name is at this place; nil when there is none.
  private init?(at place: Int, in tokens: [SwiftToken]) {
    guard place >= 2, tokens[place].kind == .identifier, tokens[place - 1].text == ".",
      let start = Self.receiver(before: place - 1, in: tokens)
    else { return nil }
    name = tokens[place].text
    nameRange = tokens[place].range
    line = tokens[place].line
    arguments = []
    if place + 1 < tokens.count, tokens[place + 1].text == "(",
      tokens[place].range.upperBound == tokens[place + 1].range.lowerBound
    {
      guard let end = Self.closing(place + 1, in: tokens) else { return nil }
      argumentsRange = tokens[place + 1].range.upperBound..<tokens[end].range.lowerBound
      arguments = Self.arguments(tokens[(place + 2)..<end])
    }
    var last = place - 2
    while last > start, ["?", "!"].contains(tokens[last].text) { last -= 1 }
    receiverRange = tokens[start].range.lowerBound..<tokens[last].range.upperBound
    receiver = tokens[start...last].map(\.text).joined()
  }

  private static func closing(_ place: Int, in tokens: [SwiftToken]) -> Int? {
    var depth = 0
    for place in place..<tokens.count where tokens[place].kind == .mark {
      switch tokens[place].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: continue
      }
      if depth == 0 { return place }
    }
    return nil
  }

  private static func opening(_ place: Int, in tokens: [SwiftToken]) -> Int? {
    var depth = 0
    for place in stride(from: place, through: 0, by: -1) where tokens[place].kind == .mark {
      switch tokens[place].text {
      case ")", "]", "}": depth += 1
      case "(", "[", "{": depth -= 1
      default: continue
      }
      if depth == 0 { return place }
    }
    return nil
  }

  /// Returns the first token of the expression before a period.
  private static func receiver(before period: Int, in tokens: [SwiftToken]) -> Int? {
    var place = period - 1
    while place >= 0 {
      // With space before it, a question mark is that of a condition.
      while place > 0, ["?", "!"].contains(tokens[place].text),
        tokens[place - 1].range.upperBound == tokens[place].range.lowerBound
      {
        place -= 1
      }
      if [")", "]"].contains(tokens[place].text) {
        guard let open = opening(place, in: tokens), open > 0 else { return nil }
        guard tokens[open - 1].kind == .identifier else { return open }
        place = open - 1
      }
      guard tokens[place].kind == .identifier else { return nil }
      guard place >= 2, tokens[place - 1].text == "." else { return place }
      place -= 2
    }
    return nil
  }

  private static func arguments(_ tokens: ArraySlice<SwiftToken>) -> [Argument] {
    var parts: [ArraySlice<SwiftToken>] = []
    var (start, depth) = (tokens.startIndex, 0)
    for place in tokens.indices where tokens[place].kind == .mark {
      switch tokens[place].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "," where depth == 0:
        parts.append(tokens[start..<place])
        start = place + 1
      default: continue
      }
    }
    parts.append(tokens[start...])
    return parts.compactMap(argument)
  }

  private static func argument(_ tokens: ArraySlice<SwiftToken>) -> Argument? {
    guard let first = tokens.first, let last = tokens.last else { return nil }
    let rest = tokens.dropFirst()
    let isLabelled = first.kind == .identifier && rest.first?.text == ":" && rest.count > 1
    guard isLabelled, let colon = rest.first, let value = rest.dropFirst().first else {
      let empty = first.range.lowerBound..<first.range.lowerBound
      return Argument(
        labelRange: empty, range: first.range.lowerBound..<last.range.upperBound)
    }
    return Argument(
      label: first.text, labelRange: first.range.lowerBound..<colon.range.upperBound,
      range: value.range.lowerBound..<last.range.upperBound)
  }
}
