/// JSON's scalars, written as UTF-8. Everything that is written is valid JSON (RFC 8259).
extension OutputBuffer {
  /// Appends a quoted, escaped string. Every Unicode scalar but quotation mark, backslash and the controls below
  /// U+0020 is copied as it is.
  package mutating func appendJSON(_ text: String) {
    var text = text
    text.withUTF8 { appendJSON(utf8: $0) }
  }

  /// Appends a quoted, escaped string from bytes that are valid UTF-8.
  package mutating func appendJSON(utf8: UnsafeBufferPointer<UInt8>) {
    // No byte grows to more than six, `\u001f`; and the last word may be stored whole.
    reserve(utf8.count * 6 + 2 + 8)
    appendReserved(UInt8(ascii: "\""))
    let bytes = UnsafeRawBufferPointer(utf8)
    var index = 0
    while index < bytes.count {
      let plain = copyPlainWords(bytes, from: index)
      index += plain
      // The rest of the text, or of the word that holds something to escape.
      let end = min(index + 8, bytes.count)
      while index < end {
        appendEscapedIfNeeded(bytes[index])
        index += 1
      }
    }
    appendReserved(UInt8(ascii: "\""))
  }

  /// Copies eight bytes at a time while none of them needs escaping; the number of bytes copied.
  @inline(__always)
  private mutating func copyPlainWords(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var copied = 0
    while start + copied + 8 <= bytes.count {
      let word = bytes.littleEndian(UInt64.self, at: start + copied)
      guard !Self.needsEscape(word) else { break }
      append(reserved: word)
      copied += 8
    }
    return copied
  }

  /// Whether any of the eight bytes is a control, a quotation mark or a backslash: three tests of all bytes at once,
  /// each of which sets the highest bit of a byte that fits ("Bit Twiddling Hacks", S. E. Anderson).
  @inline(__always)
  private static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    let found = controls | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
    return found & (ones &* 0x80) != 0
  }

  @inline(__always)
  private mutating func appendEscapedIfNeeded(_ byte: UInt8) {
    if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      appendReserved(byte)
    } else {
      appendEscape(byte)
    }
  }

  private mutating func appendEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append(#"\""#)
    case UInt8(ascii: "\\"): append(#"\\"#)
    case 0x08: append(#"\b"#)
    case 0x09: append(#"\t"#)
    case 0x0A: append(#"\n"#)
    case 0x0C: append(#"\f"#)
    case 0x0D: append(#"\r"#)
    default:
      append(#"\u00"#)
      appendHex(byte)
    }
  }

  @inline(__always)
  package mutating func appendHex(_ byte: UInt8) {
    reserve(2)
    appendReservedHex(byte)
  }

  @inline(__always)
  package mutating func appendReservedHex(_ byte: UInt8) {
    appendReserved(Self.hexDigit(byte >> 4))
    appendReserved(Self.hexDigit(byte & 15))
  }

  @inline(__always)
  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Appends the integer in decimal.
  package mutating func appendJSON(_ integer: Int64) {
    reserve(20)
    if integer < 0 { appendReserved(UInt8(ascii: "-")) }
    appendDecimal(integer.magnitude)
  }

  private mutating func appendDecimal(_ magnitude: UInt64) {
    var digits = 1
    var rest = magnitude / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    appendDecimal(magnitude, digits: digits)
  }

  /// Appends the last so many digits, from the right to the left: a division by a constant is a multiplication.
  private mutating func appendDecimal(_ magnitude: UInt64, digits: Int) {
    let end = count + digits
    appendZeros(digits)
    var rest = magnitude
    for place in 1...digits {
      base[end - place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Appends the shortest decimal that reads back as the same number; false when it is NaN or infinite, for which JSON
  /// has no form: then it appends `null`.
  package mutating func appendJSON(_ number: Double) -> Bool {
    guard number.isFinite else {
      append("null")
      return false
    }
    if !appendShortDecimal(number) {
      var text = number.description
      text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }
    return true
  }

  /// Prices, ratios and the like need no general algorithm, which would allocate: both operands of a division by a
  /// small power of ten are exact, so its result is the nearest double, and that is what a reader computes.
  private mutating func appendShortDecimal(_ number: Double) -> Bool {
    guard number.magnitude < 1e9, number.magnitude >= 1e-4 || number == 0 else { return false }
    if number.sign == .minus { append(UInt8(ascii: "-")) }
    var scale = 1.0
    for digits in 1...4 {
      scale *= 10
      let scaled = (number.magnitude * scale).rounded()
      guard scaled / scale == number.magnitude else { continue }
      appendDecimal(UInt64(scaled), fractionDigits: digits)
      return true
    }
    if number.sign == .minus { truncate(to: count - 1) }
    return false
  }

  private mutating func appendDecimal(_ scaled: UInt64, fractionDigits: Int) {
    var power: UInt64 = 1
    for _ in 0..<fractionDigits { power *= 10 }
    appendDecimal(scaled / power)
    append(UInt8(ascii: "."))
    appendDecimal(scaled % power, digits: fractionDigits)
  }
}
