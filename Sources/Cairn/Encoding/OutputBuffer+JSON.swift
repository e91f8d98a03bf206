/// Writes JSON's scalars as UTF-8; all output is valid JSON (RFC 8259).
extension OutputBuffer {
  /// Appends a quoted, escaped string.
  ///
  /// Every Unicode scalar is copied unchanged, except the quotation mark, the backslash and the
  /// control characters below U+0020.
  package mutating func appendJSON(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { appendJSON(utf8: $0) }
    if isWritten == nil { appendJSON(bridged: text) }
  }

  /// Returns the number of bytes of a string as JSON.
  static func jsonBytes(_ text: String) -> Int {
    var buffer = OutputBuffer(capacity: 64)
    buffer.appendJSON(text)
    return buffer.count
  }

  /// Appends a string that is not stored as UTF-8, such as one bridged from Objective-C.
  @inline(never)
  private mutating func appendJSON(bridged text: String) {
    var text = text
    text.withUTF8 { appendJSON(utf8: $0) }
  }

  /// Appends a quoted, escaped string from bytes that are valid UTF-8.
  package mutating func appendJSON(utf8: UnsafeBufferPointer<UInt8>) {
    reserve(utf8.count + 2)
    appendReserved(UInt8(ascii: "\""))
    let bytes = UnsafeRawBufferPointer(utf8)
    if !appendPlain(bytes) {
      // A byte grows to at most six, `\u001f`.
      reserve(bytes.count * 6 + 1)
      for byte in bytes { appendEscapedIfNeeded(byte) }
    }
    appendReserved(UInt8(ascii: "\""))
  }

  /// Copies the bytes and returns true; returns false without appending anything when a byte needs
  /// escaping.
  ///
  /// The bytes are copied and tested in words. The last word overlaps the one before, so that no
  /// byte is handled alone.
  @inline(__always)
  private mutating func appendPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let length = bytes.count
    var found: UInt64 = 0
    if length >= 8 {
      for offset in stride(from: 0, to: length - 7, by: 8) {
        found |= copyWord(bytes, at: offset)
      }
      found |= copyWord(bytes, at: length - 8)
    } else if length >= 4 {
      let first = bytes.littleEndian(UInt32.self, at: 0)
      let last = bytes.littleEndian(UInt32.self, at: length - 4)
      storeReserved(first, at: 0)
      storeReserved(last, at: length - 4)
      found = Self.escapes(UInt64(first) | UInt64(last) << 32)
    } else {
      for offset in 0..<length {
        storeReserved(bytes[offset], at: offset)
        found |= Self.escapes(UInt64(bytes[offset]) | 0x6161_6161_6161_6100)
      }
    }
    guard found == 0 else { return false }
    appendStored(length)
    return true
  }

  @inline(__always)
  private mutating func copyWord(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    let word = bytes.littleEndian(UInt64.self, at: offset)
    storeReserved(word, at: offset)
    return Self.escapes(word)
  }

  /// Returns a nonzero value when any of the eight bytes is a control character, a quotation mark
  /// or a backslash.
  ///
  /// Three tests check all bytes at once; each sets the highest bit of a matching byte ("Bit
  /// Twiddling Hacks", S. E. Anderson).
  @inline(__always)
  private static func escapes(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    let found = controls | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
    return found & (ones &* 0x80)
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
    var rest = magnitude
    while rest >= 10 {
      digits += 1
      rest /= 10
    }
    appendDecimal(magnitude, digits: digits)
  }

  /// Appends the given number of last digits, from right to left: a division by a constant is a
  /// multiplication.
  @inline(__always)
  private mutating func appendDecimal(_ magnitude: UInt64, digits: Int) {
    reserve(digits)
    var rest = magnitude
    for place in stride(from: digits - 1, through: 0, by: -1) {
      storeReserved(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10), at: place)
      rest /= 10
    }
    appendStored(digits)
  }

  /// Appends the shortest decimal that reads back as the same number.
  ///
  /// JSON cannot represent NaN and infinite numbers: for these it appends `null` and returns false.
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

  /// Appends a number with at most four decimals, without the general algorithm, which would
  /// allocate.
  ///
  /// Both operands of a division by a small power of ten are exact. So the result is the nearest
  /// double, which is also what a reader computes.
  private mutating func appendShortDecimal(_ number: Double) -> Bool {
    let magnitude = number.magnitude
    guard magnitude < 1e9, magnitude >= 1e-4 || magnitude == 0 else { return false }
    let scaled = UInt64(magnitude * 10_000 + 0.5)
    guard Double(scaled) / 10_000 == magnitude else { return false }
    if number.sign == .minus { append(UInt8(ascii: "-")) }
    appendDecimal(scaled / 10_000)
    append(UInt8(ascii: "."))
    var (decimals, digits) = (scaled % 10_000, 4)
    while digits > 1, decimals % 10 == 0 { (decimals, digits) = (decimals / 10, digits - 1) }
    appendDecimal(decimals, digits: digits)
    return true
  }
}
