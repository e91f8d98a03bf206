extension String {
  /// Creates a text from UTF-8; nil when a byte is not part of a character.
  init?(wholeUTF8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // A byte that is not valid was replaced.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
