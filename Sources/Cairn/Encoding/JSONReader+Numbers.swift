extension JSONReader {
  /// Reads a number: an integer if it has neither fraction nor exponent and fits, otherwise the
  /// nearest double.
  ///
  /// Returns nil for a number whose magnitude exceeds every finite double.
  mutating func number() -> Value? {
    let start = place
    _ = take("-")
    let first = place
    guard skipDigits(), bytes[first] != UInt8(ascii: "0") || place == first + 1 else { return nil }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard skipDigits() else { return nil }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      guard skipDigits() else { return nil }
    }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<place])
    if isWhole, let integer = Self.integer(text) { return .int(integer) }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
      return nil
    }
    return .double(number)
  }

  private mutating func skipDigits() -> Bool {
    let start = place
    while place < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[place] { place += 1 }
    return place > start
  }

  /// Returns the integer, or nil when it does not fit.
  private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    var value = 0
    for digit in text[(isNegative ? 1 : 0)...] {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let ones = Int(digit - UInt8(ascii: "0"))
      // Negative numbers are accumulated downwards, because the smallest integer has no positive
      // counterpart.
      let (sum, overflows) =
        isNegative ? tens.subtractingReportingOverflow(ones) : tens.addingReportingOverflow(ones)
      if isTooLarge || overflows { return nil }
      value = sum
    }
    return value
  }
}
