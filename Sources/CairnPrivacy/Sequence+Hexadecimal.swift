#if canImport(CryptoKit) || Crypto
extension Sequence<UInt8> {
  /// The bytes as two digits each, in lowercase.
  var hexadecimal: String {
    var text = ""
    for byte in self {
      if byte < 16 { text += "0" }
      text += String(byte, radix: 16)
    }
    return text
  }
}

extension [UInt8] {
  /// Decodes 64 hexadecimal digits to 32 bytes; nil for anything else.
  init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.count == 64 else { return nil }
    let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard values.count == 64 else { return nil }
    self = stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
#endif
