extension JSONScanner {
  /// Reads a key and its colon; returns the range of the key's text, without the quotes.
  @discardableResult
  mutating func key() throws(JSONSyntaxError) -> Range<Int> {
    skipWhitespace()
    guard byte == UInt8(ascii: "\"") else { throw expected("a key in quotes") }
    let start = position + 1
    try string()
    let end = position - 1
    skipWhitespace()
    guard byte == UInt8(ascii: ":") else { throw expected("':'") }
    position += 1
    return start..<end
  }

  mutating func string() throws(JSONSyntaxError) {
    position += 1
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw expected("a control character to be escaped")
      case 0x20..<0x80: position += 1
      default: passUTF8()
      }
    }
    throw expected("'\"', the end of a string")
  }

  private mutating func escape() throws(JSONSyntaxError) {
    position += 1
    switch byte {
    case UInt8(ascii: "u"): try unicodeEscape()
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    default: throw expected("one of \" \\ / b f n r t u")
    }
  }

  // RFC 8259 allows an unpaired surrogate and leaves its meaning open: it is recorded and skipped.
  private mutating func unicodeEscape() throws(JSONSyntaxError) {
    let start = position - 1
    let first = try codeUnit()
    switch first {
    case 0xD800..<0xDC00:
      let isWhole =
        byte == UInt8(ascii: "\\") && position + 1 < bytes.count
        && bytes[position + 1] == UInt8(ascii: "u")
      if isWhole {
        let before = position
        position += 1
        if (0xDC00..<0xE000).contains(try codeUnit()) { return }
        // The escape may be the first half of a pair itself.
        position = before
      }
      halfPair = halfPair ?? start
    case 0xDC00..<0xE000: halfPair = halfPair ?? start
    default: return
    }
  }

  /// Reads `u` and four digits.
  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt32 {
    position += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = byte.flatMap(hexValue) else { throw expected("a hexadecimal digit") }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  private func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  // Invalid bytes are recorded and skipped: bytes of 0x80 and above never end a string, so the end
  // of the string is still known, and only the event that contains it needs to be refused.
  private mutating func passUTF8() {
    if let length = UTF8Check.length(in: bytes, at: position) {
      position += length
    } else {
      invalidUTF8 = invalidUTF8 ?? position
      position += 1
    }
  }
}
