/// Finds telephone numbers in international form, and those of North America.
enum PhoneScanner {
  static func matches(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while place < text.count {
      let before = text.byte(at: place - 1)
      let isInside = before.map { $0.isDigit || $0.isLetter } ?? false
      if !isInside, let end = international(text, from: place) ?? national(text, from: place) {
        found.append(place..<end)
        place = end
      } else {
        place += 1
      }
    }
    return found
  }

  /// Returns the end of a number that begins with `+` or `00`.
  private static func international(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    if text[start] == UInt8(ascii: "+") {
      place += 1
    } else if text[start] == UInt8(ascii: "0"), text.byte(at: start + 1) == UInt8(ascii: "0") {
      place += 2
    } else {
      return nil
    }
    return digits(text, from: place) { (7...15).contains($0.reduce(0, +)) }
  }

  /// Returns the end of a number of ten digits in groups of three, three and four, optionally after
  /// a 1.
  private static func national(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard text[start].isDigit || text[start] == UInt8(ascii: "(") else { return nil }
    return digits(text, from: start) { $0 == [3, 3, 4] || $0 == [1, 3, 3, 4] }
  }

  /// Returns the end of the longest sequence of digit groups that is a number, with at most two
  /// marks before each group.
  private static func digits(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, isNumber: ([Int]) -> Bool
  ) -> Int? {
    var groups: [Int] = []
    var place = start
    var end: Int?
    while groups.reduce(0, +) <= 15 {
      var marks = 0
      while let byte = text.byte(at: place), isMark(byte), marks < 2 {
        place += 1
        marks += 1
      }
      let group = place
      while text.byte(at: place)?.isDigit == true { place += 1 }
      guard place > group else { break }
      groups.append(place - group)
      if isNumber(groups) { end = place }
    }
    guard let end, text.byte(at: end)?.isLetter != true else { return nil }
    return end
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "/"),
      UInt8(ascii: "("), UInt8(ascii: ")"):
      true
    default: false
    }
  }
}
