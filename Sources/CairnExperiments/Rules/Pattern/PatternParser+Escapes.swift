extension PatternParser {
  /// Parses an escape after a backslash, outside a set.
  mutating func escape() throws(InvalidPattern) -> PatternNode {
    guard let letter = next else { throw InvalidPattern() }
    if let ranges = UnitSet.escaped(letter) {
      _ = advance()
      return .set(UnitSet(ranges: ranges))
    }
    if letter == UInt16(ascii: "k"), !groups.names.isEmpty { return try namedReference() }
    if let number = reference() { return .reference(number - 1) }
    return .unit(unitEscape())
  }

  private mutating func namedReference() throws(InvalidPattern) -> PatternNode {
    guard take("k<") else { throw InvalidPattern() }
    var name: [UInt16] = []
    while let unit = advance(), unit != UInt16(ascii: ">") { name.append(unit) }
    guard let number = groups.names[name] else { throw InvalidPattern() }
    return .reference(number)
  }

  /// Parses the number of an existing group; nil if there is no such group, because the digits are
  /// then a character code.
  private mutating func reference() -> Int? {
    let start = place
    if next != UInt16(ascii: "0"), let number = number(), number <= groups.count { return number }
    back(to: start)
    return nil
  }

  /// Parses the escape of one character: by name, by code, or the character itself.
  private mutating func unitEscape() -> UInt16 {
    let start = place
    guard let letter = advance() else { return UInt16(ascii: "\\") }
    switch letter {
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "v": return 0x0B
    case "x": return hexadecimal(2) ?? letter
    case "u": return hexadecimal(4) ?? letter
    case "c": return control() ?? backslash(start)
    default:
      guard (0x30...0x37).contains(letter) else { return letter }
      back(to: start)
      return octal()
    }
  }

  /// Returns the backslash itself; the characters after it are parsed as ordinary ones.
  private mutating func backslash(_ start: Int) -> UInt16 {
    back(to: start)
    return UInt16(ascii: "\\")
  }

  private mutating func control() -> UInt16? {
    guard let letter = next, (0x41...0x5A).contains(letter.folded) else { return nil }
    _ = advance()
    return letter % 32
  }

  private mutating func hexadecimal(_ length: Int) -> UInt16? {
    guard place + length <= units.count else { return nil }
    let text = String(decoding: units[place..<(place + length)], as: UTF16.self)
    guard text.allSatisfy(\.isHexDigit), let value = UInt16(text, radix: 16) else { return nil }
    back(to: place + length)
    return value
  }

  private mutating func octal() -> UInt16 {
    var value: UInt16 = 0
    while let digit = next, (0x30...0x37).contains(digit), value * 8 + digit - 0x30 <= 0xFF {
      value = value * 8 + digit - 0x30
      _ = advance()
    }
    return value
  }
}

extension PatternParser {
  /// Parses a set after its opening bracket, up to and including the closing one.
  mutating func set() throws(InvalidPattern) -> UnitSet {
    var set = UnitSet(ranges: [], isNegated: take("^"))
    while !take("]") {
      let first = try member()
      let behindFirst = place
      guard take("-"), next != UInt16(ascii: "]") else {
        back(to: behindFirst)
        set.ranges += first
        continue
      }
      let last = try member()
      set.ranges += try Self.range(first, last)
    }
    return set
  }

  /// Returns the range between two members.
  ///
  /// Next to a class such as `\d`, the hyphen is a character.
  private static func range(_ first: [ClosedRange<UInt16>], _ last: [ClosedRange<UInt16>])
    throws(InvalidPattern) -> [ClosedRange<UInt16>]
  {
    guard let low = single(first), let high = single(last) else {
      return first + last + [0x2D...0x2D]
    }
    guard low <= high else { throw InvalidPattern() }
    return [low...high]
  }

  private static func single(_ ranges: [ClosedRange<UInt16>]) -> UInt16? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }

  private mutating func member() throws(InvalidPattern) -> [ClosedRange<UInt16>] {
    guard let unit = advance() else { throw InvalidPattern() }
    guard unit == UInt16(ascii: "\\") else { return [unit...unit] }
    guard let letter = next else { throw InvalidPattern() }
    if let ranges = UnitSet.escaped(letter) {
      _ = advance()
      return ranges
    }
    if take("b") { return [0x08...0x08] }
    let escaped = unitEscape()
    return [escaped...escaped]
  }
}
