/// Parses a regular expression as JavaScript does in web browsers, including the irregular syntax
/// that they accept.
struct PatternParser {
  struct InvalidPattern: Error {}

  /// The maximum nesting depth, which limits the use of the stack.
  private static let greatestDepth = 100

  private(set) var units: [UInt16]
  private(set) var place = 0
  private var depth = 0
  private var groupCount = 0
  /// The groups, counted in advance, because the meaning of a number after a backslash depends on
  /// them.
  let groups: PatternGroups

  private init(_ source: String) throws(InvalidPattern) {
    units = Array(source.utf16)
    groups = try PatternGroups(units)
  }

  static func parse(_ source: String) throws(InvalidPattern) -> (PatternNode, groups: Int) {
    var parser = try PatternParser(source)
    let node = try parser.alternatives()
    guard parser.next == nil else { throw InvalidPattern() }
    return (node, parser.groups.count)
  }

  var next: UInt16? { place < units.count ? units[place] : nil }

  mutating func advance() -> UInt16? {
    defer { place += 1 }
    return next
  }

  mutating func take(_ text: String) -> Bool {
    guard units[min(place, units.count)...].starts(with: text.utf16) else { return false }
    place += text.utf16.count
    return true
  }

  mutating func back(to place: Int) { self.place = place }

  private mutating func alternatives() throws(InvalidPattern) -> PatternNode {
    depth += 1
    guard depth <= Self.greatestDepth else { throw InvalidPattern() }
    defer { depth -= 1 }
    var all = [try sequence()]
    while take("|") { all.append(try sequence()) }
    return all.count == 1 ? all[0] : .alternatives(all)
  }

  private mutating func sequence() throws(InvalidPattern) -> PatternNode {
    var parts: [PatternNode] = []
    while let unit = next, unit != UInt16(ascii: "|"), unit != UInt16(ascii: ")") {
      parts.append(try term())
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func term() throws(InvalidPattern) -> PatternNode {
    let before = groupCount
    if let assertion = try assertion() { return assertion }
    let node = try atom()
    guard let repetition = try repetition() else { return node }
    return .repetition(node, repetition, groups: before..<groupCount)
  }

  /// Parses an assertion, which consumes no text and cannot be repeated.
  private mutating func assertion() throws(InvalidPattern) -> PatternNode? {
    if take("^") { return .start }
    if take("$") { return .end }
    if take("\\b") { return .boundary(isNegated: false) }
    if take("\\B") { return .boundary(isNegated: true) }
    if take("(?<=") { return .look(try closed(), isBehind: true, isNegated: false) }
    if take("(?<!") { return .look(try closed(), isBehind: true, isNegated: true) }
    return nil
  }

  private mutating func atom() throws(InvalidPattern) -> PatternNode {
    if take("(?=") { return .look(try closed(), isBehind: false, isNegated: false) }
    if take("(?!") { return .look(try closed(), isBehind: false, isNegated: true) }
    if take("(?:") { return try closed() }
    if take("(?<") {
      while let unit = advance(), unit != UInt16(ascii: ">") {}
      return try group()
    }
    guard let unit = advance() else { throw InvalidPattern() }
    switch unit {
    case "(":
      if next == UInt16(ascii: "?") { throw InvalidPattern() }
      return try group()
    case ".": return .set(UnitSet(ranges: UnitSet.lineEnds, isNegated: true))
    case "[": return .set(try set())
    case "\\": return try escape()
    case "*", "+", "?", ")": throw InvalidPattern()
    case "{":
      back(to: place - 1)
      if try repetition() != nil { throw InvalidPattern() }
      place += 1
      return .unit(unit)
    default: return .unit(unit)
    }
  }

  private mutating func group() throws(InvalidPattern) -> PatternNode {
    let number = groupCount
    groupCount += 1
    return .group(number, try closed())
  }

  private mutating func closed() throws(InvalidPattern) -> PatternNode {
    let node = try alternatives()
    guard take(")") else { throw InvalidPattern() }
    return node
  }

  private mutating func repetition() throws(InvalidPattern) -> Repetition? {
    guard let (least, most) = counts() else { return nil }
    if let most, most < least { throw InvalidPattern() }
    return Repetition(least: least, most: most, isGreedy: !take("?"))
  }

  /// Parses a quantifier; nil, with nothing consumed, when there is none.
  ///
  /// A brace alone is a character.
  private mutating func counts() -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = place
    if take("{"), let least = number() {
      if take("}") { return (least, least) }
      if take(",}") { return (least, nil) }
      if take(","), let most = number(), take("}") { return (least, most) }
    }
    back(to: start)
    return nil
  }

  mutating func number() -> Int? {
    var value: Int?
    while let unit = next, UnitSet.digits[0].contains(unit) {
      // The limit exceeds the length of any text.
      value = min((value ?? 0) * 10 + Int(unit - 0x30), 1 << 27)
      place += 1
    }
    return value
  }
}
