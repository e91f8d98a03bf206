import Cairn
import Foundation

extension EventID {
  init(_ uuid: UUID) {
    self = withUnsafeBytes(of: uuid.uuid) { bytes in
      EventID(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  /// Nil unless the 36 characters are an identifier.
  init?(text: some Sequence<UInt8>) {
    var words: [UInt64] = [0, 0]
    var digits = 0
    for character in text where character != UInt8(ascii: "-") {
      guard digits < 32, let digit = Character(UnicodeScalar(character)).hexDigitValue else {
        return nil
      }
      words[digits / 16] = words[digits / 16] << 4 | UInt64(digit)
      digits += 1
    }
    guard digits == 32 else { return nil }
    self.init(high: words[0], low: words[1])
  }
}
