import Foundation

extension JSONReader {
  /// Reads the text after an opening quotation mark, up to and including the closing one.
  mutating func string() -> String? {
    let start = place
    skipPlainText()
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        defer { place += 1 }
        return Self.text(UnsafeBufferPointer(rebasing: bytes[start..<place]))
      case UInt8(ascii: "\\"): return unescaped(from: start)
      case 0..<0x20: return nil
      default: place += 1
      }
    }
    return nil
  }

  private mutating func unescaped(from start: Int) -> String? {
    var text = Array(bytes[start..<place])
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return text.withUnsafeBufferPointer(Self.text)
      case UInt8(ascii: "\\"):
        guard let scalar = escapedScalar() else { return nil }
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Reads the escape sequence after a backslash.
  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard place < bytes.count else { return nil }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return numberedScalar()
    default: return nil
    }
  }

  /// Reads the number of a `\u` escape; nil for a surrogate without its counterpart.
  ///
  /// A character above U+FFFF is a pair of two such escapes.
  private mutating func numberedScalar() -> Unicode.Scalar? {
    guard let unit = hexNumber() else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
    guard take("\\u"), let second = hexNumber(), UTF16.isTrailSurrogate(second) else { return nil }
    return Unicode.Scalar(0x1_0000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
  }

  private mutating func hexNumber() -> UInt16? {
    guard bytes.count - place >= 4 else { return nil }
    var number: UInt16 = 0
    for byte in bytes[place..<place + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      number = number << 4 | UInt16(digit)
    }
    place += 4
    return number
  }

  /// Returns the text, or nil when the bytes are not UTF-8.
  ///
  /// Decoding replaces invalid bytes, so the result is compared with the input.
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { decoded in
      guard decoded.count == bytes.count else { return false }
      guard let one = decoded.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(one, other, bytes.count) == 0
    }
    return isSame ? text : nil
  }

  /// Skips eight bytes at a time, and stops less than eight bytes before the next quotation mark,
  /// backslash or control character.
  private mutating func skipPlainText() {
    let raw = UnsafeRawBufferPointer(bytes)
    while place + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let quotes = word ^ Self.eight(UInt8(ascii: "\""))
      let slashes = word ^ Self.eight(UInt8(ascii: "\\"))
      let ends =
        (word &- Self.eight(0x20)) & ~word | (quotes &- Self.eight(1)) & ~quotes
        | (slashes &- Self.eight(1)) & ~slashes
      guard ends & Self.eight(0x80) == 0 else { return }
      place += 8
    }
  }

  private static func eight(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
