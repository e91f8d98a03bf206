/// What a byte of UTF-8 is.
extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
  /// Part of a character that is not ASCII.
  var isForeign: Bool { self >= 0x80 }
  /// Of a digit.
  var digit: Int { Int(self &- UInt8(ascii: "0")) }
}

extension UnsafeBufferPointer<UInt8> {
  /// The byte at a place; nil beyond the ends.
  func byte(at place: Int) -> UInt8? { place >= 0 && place < count ? self[place] : nil }
}
