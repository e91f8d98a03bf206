import Cairn

/// A keyed hash (HMAC-SHA256) that replaces a visitor's ID where the ID must not appear.
enum VisitorHash {
  /// The prefix of the stored name of a visitor who is known only by the hash.
  static let mark = "\u{1}visitor "
  private static let digits = 32
  private static let blockSize = 64

  /// Returns whether a name is that of such a visitor.
  static func isOne(_ name: String) -> Bool { name.utf8.starts(with: mark.utf8) }

  static func text(_ id: String, salt: [UInt8]) -> String {
    let key = salt + [UInt8](repeating: 0, count: blockSize - salt.count)
    let inner = SHA256.hash(key.map { $0 ^ 0x36 } + id.utf8)
    let code = SHA256.hash(key.map { $0 ^ 0x5C } + inner)
    let words = stride(from: 0, to: digits / 2, by: 8).map { place in
      code[place..<place + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    return words.map { Hex.text($0) }.joined()
  }
}
