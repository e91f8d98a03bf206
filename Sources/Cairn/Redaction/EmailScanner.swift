/// Finds email addresses by searching outwards from an `@` or a `%40`.
enum EmailScanner {
  /// The maximum length of a local part: twice the allowed length, and limited so that no text
  /// takes long.
  private static let longestLocalPart = 128

  static func matches(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while place < text.count {
      defer { place += 1 }
      guard let sign = sign(text, at: place) else { continue }
      let start = start(text, before: place, notBefore: found.last?.upperBound ?? 0)
      guard start < place, let end = end(text, after: sign) else { continue }
      found.append(start..<end)
      place = end - 1
    }
    return found
  }

  /// Returns the end of an `@` or `%40` that begins here.
  private static func sign(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
    if text[place] == UInt8(ascii: "@") { return place + 1 }
    guard text[place] == UInt8(ascii: "%"), text.byte(at: place + 1) == UInt8(ascii: "4"),
      text.byte(at: place + 2) == UInt8(ascii: "0")
    else { return nil }
    return place + 3
  }

  private static func start(
    _ text: UnsafeBufferPointer<UInt8>, before sign: Int, notBefore limit: Int
  ) -> Int {
    var start = sign
    let limit = max(limit, sign - longestLocalPart)
    while start > limit, isLocal(text[start - 1]) { start -= 1 }
    return start
  }

  /// Returns the end of a domain of at least two labels.
  private static func end(_ text: UnsafeBufferPointer<UInt8>, after sign: Int) -> Int? {
    var end = sign
    while let byte = text.byte(at: end), isDomain(byte) { end += 1 }
    while end > sign, !isLabel(text[end - 1]) { end -= 1 }
    guard let dot = text[sign..<end].lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return dot > sign && end - dot > 2 ? end : nil
  }

  private static func isLabel(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte.isForeign
  }

  private static func isDomain(_ byte: UInt8) -> Bool {
    isLabel(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "%"), UInt8(ascii: "'"), UInt8(ascii: "!"), UInt8(ascii: "#"),
      UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: "~"), UInt8(ascii: "^"):
      true
    default: isLabel(byte)
    }
  }
}
