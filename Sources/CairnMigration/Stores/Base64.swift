import Foundation

/// Base64 in the forms of the stores: with the standard alphabet or the one for URLs, with or
/// without padding.
enum Base64 {
  static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Returns the bytes of a text, in which space is ignored; nil for other text.
  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (word, bits): (UInt32, Int) = (0, 0)
    for character in text.utf8 {
      guard character != UInt8(ascii: "="), character > 0x20 else { continue }
      guard let value = value(of: character) else { return nil }
      word = word << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 0x41
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 0x61 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) - 0x30 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
