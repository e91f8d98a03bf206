extension Timestamp {
  /// Reads numbers of a known width from the beginning of a text.
  struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
      rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard rest.first.map(Unicode.Scalar.init) == character else { return false }
      rest.removeFirst()
      return true
    }

    mutating func number(_ width: Int, _ range: ClosedRange<Int64> = 0...9999) -> Int64? {
      var number: Int64 = 0
      for _ in 0..<width {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return range.contains(number) ? number : nil
    }

    /// Returns the microseconds of a fraction of a second; 0 when there is none.
    mutating func fraction() -> Int64? {
      guard skip(".") || skip(",") else { return 0 }
      var microseconds: Int64 = 0
      var count = 0
      while let digit = digit() {
        if count < 6 { microseconds = microseconds * 10 + digit }
        count += 1
      }
      guard (1...9).contains(count) else { return nil }
      for _ in min(count, 6)..<6 { microseconds *= 10 }
      return microseconds
    }

    private mutating func digit() -> Int64? {
      guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        return nil
      }
      rest.removeFirst()
      return Int64(byte - UInt8(ascii: "0"))
    }
  }
}
