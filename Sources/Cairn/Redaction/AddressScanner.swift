/// Finds IP addresses: words of the characters of an address with a valid form.
enum AddressScanner {
  static func matches(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while place < text.count {
      guard isPart(text[place]) else {
        place += 1
        continue
      }
      var end = place
      while let byte = text.byte(at: end), isPart(byte) { end += 1 }
      if let range = address(text, in: place..<end) { found.append(range) }
      place = end
    }
    return found
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
  }

  /// Returns the range of the address in a word, without a full stop or colon of the sentence, and
  /// without a port.
  private static func address(
    _ text: UnsafeBufferPointer<UInt8>, in word: Range<Int>
  ) -> Range<Int>? {
    guard word.count >= 3 else { return nil }
    var start = word.lowerBound
    // As in `ip:192.0.2.1`.
    if let colon = text[word].firstIndex(of: UInt8(ascii: ":")),
      isV4(text[(colon + 1)..<word.upperBound])
    {
      start = colon + 1
    }
    var end = word.upperBound
    var hasPort = false
    while end > start {
      let candidate = text[start..<end]
      if isV4(candidate) || !hasPort && isV6(candidate) { return start..<end }
      if hasPort { return nil }
      guard let mark = candidate.lastIndex(where: { !$0.isDigit }) else { return nil }
      hasPort = mark < end - 1
      guard text[mark] == UInt8(ascii: ":") || !hasPort && text[mark] == UInt8(ascii: ".") else {
        return nil
      }
      end = mark
    }
    return nil
  }

  private static func isV4(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard (7...15).contains(text.count) else { return false }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.allSatisfy(\.isDigit)
          && part.reduce(0) { $0 * 10 + $1.digit } <= 255
      }
  }

  /// Returns whether the text is an IPv6 address: up to eight groups of hexadecimal digits, of
  /// which the last two may be an IPv4 address and some may be replaced by `::`.
  private static func isV6(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard (3...45).contains(text.count), text.contains(UInt8(ascii: ":")),
      text.contains(where: \.isHexDigit)
    else { return false }
    var parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var groups = 0
    if let last = parts.last, isV4(last) {
      groups += 2
      parts.removeLast()
      // The rest of `::192.0.2.1` ends in a gap.
      if parts.last?.isEmpty == true { parts.append(parts[parts.count - 1]) }
    }
    var gaps = 0
    for (place, part) in parts.enumerated() {
      if part.isEmpty {
        let isOuter = place == 0 || place == parts.count - 1
        if !isOuter { gaps += 1 }
        if isOuter, !isBesideGap(parts, place) { return false }
      } else {
        guard part.count <= 4, part.allSatisfy(\.isHexDigit) else { return false }
        groups += 1
      }
    }
    return gaps == 1 ? groups <= 7 : gaps == 0 && groups == 8
  }

  private static func isBesideGap(
    _ parts: [Slice<UnsafeBufferPointer<UInt8>>], _ place: Int
  ) -> Bool {
    parts.count > 1 && parts[place == 0 ? 1 : place - 1].isEmpty
  }
}
