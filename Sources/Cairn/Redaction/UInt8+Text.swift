/// Classification of UTF-8 bytes.
extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
  /// Whether the byte is a part of a character outside ASCII.
  var isForeign: Bool { self >= 0x80 }
  /// The value of a digit.
  var digit: Int { Int(self &- UInt8(ascii: "0")) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the byte at a position; nil outside the buffer.
  func byte(at place: Int) -> UInt8? { place >= 0 && place < count ? self[place] : nil }
}
