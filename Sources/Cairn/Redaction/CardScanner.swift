/// Finds payment card numbers: groups of digits with a valid check digit.
enum CardScanner {
  private static let lengths = 13...19

  static func matches(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while place < text.count {
      guard text[place].isDigit else {
        place += 1
        continue
      }
      if let end = end(text, from: place) {
        found.append(place..<end)
        place = end
      } else {
        while text.byte(at: place)?.isDigit == true { place += 1 }
      }
    }
    return found
  }

  /// Returns the end of the longest number that begins with this group of digits.
  private static func end(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard (2...6).contains(text[start].digit) else { return nil }
    var digits: [Int] = []
    var end: Int?
    var place = start
    while digits.count <= lengths.upperBound, let byte = text.byte(at: place) {
      let endsGroup = text.byte(at: place + 1)?.isDigit != true
      if byte.isDigit {
        digits.append(byte.digit)
        if endsGroup, lengths.contains(digits.count), isRight(digits) { end = place + 1 }
      } else if endsGroup || byte != UInt8(ascii: " ") && byte != UInt8(ascii: "-") {
        break
      }
      place += 1
    }
    return end
  }

  /// Returns whether the digits satisfy the Luhn formula.
  private static func isRight(_ digits: [Int]) -> Bool {
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let doubled = place.isMultiple(of: 2) ? digit : 2 * digit
      sum += doubled > 9 ? doubled - 9 : doubled
    }
    return sum.isMultiple(of: 10)
  }
}
