/// Checks for well-formed UTF-8 (RFC 3629): no overlong form, no surrogate, nothing beyond
/// U+10FFFF.
enum UTF8Check {
  /// Returns the length of the multi-byte character at an index; nil when it is not well formed.
  static func length(in bytes: [UInt8], at index: Int) -> Int? {
    let lead = bytes[index]
    let length: Int
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    guard index + length <= bytes.count, secondRange(lead).contains(bytes[index + 1]) else {
      return nil
    }
    for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
    return length
  }

  private static func secondRange(_ lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
