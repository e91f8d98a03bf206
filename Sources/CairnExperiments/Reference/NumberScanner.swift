import Cairn

/// Parses a number at the start of a text in JavaScript's syntax, independent of the locale.
struct NumberScanner {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) { rest = Substring(text).unicodeScalars }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skipSpace() { rest = rest.drop(while: \.isReferenceSpace) }

  /// Parses an optional sign and digits; stops at the first other character.
  ///
  /// Returns nil when there are no digits.
  mutating func integer() -> Value? {
    let sign = takeSign()
    return hexadecimal(sign: sign) ?? number(take { $0.isDigit }, sign: sign, radix: 10)
  }

  /// Parses hexadecimal digits after `0x`; returns nil, and consumes nothing, when there are none.
  mutating func hexadecimal(sign: String = "") -> Value? {
    var ahead = self
    guard ahead.take("0x") || ahead.take("0X") else { return nil }
    let digits = ahead.take { $0.properties.isASCIIHexDigit }
    if !digits.isEmpty { self = ahead }
    return number(digits, sign: sign, radix: 16)
  }

  /// Parses an optional sign and either digits with a fraction and an exponent, or `Infinity`.
  ///
  /// Returns nil when there is no number.
  mutating func decimal() -> Double? {
    let sign = takeSign()
    if take("Infinity") { return sign == "-" ? -.infinity : .infinity }
    let whole = take { $0.isDigit }
    let fraction = takeFraction()
    if whole.isEmpty, fraction.isEmpty { return nil }
    return Double("\(sign)\(whole.isEmpty ? "0" : whole).\(fraction)0\(takeExponent())")
  }

  private func number(_ digits: String, sign: String, radix: Int) -> Value? {
    if digits.isEmpty { return nil }
    if let integer = Int(sign + digits, radix: radix) { return .int(integer) }
    return Double(sign + (radix == 16 ? "0x" : "") + digits).map(Value.double)
  }

  private mutating func takeSign() -> String { take("-") ? "-" : take("+") ? "" : "" }

  private mutating func takeFraction() -> String {
    var ahead = self
    guard ahead.take(".") else { return "" }
    let digits = ahead.take { $0.isDigit }
    if !digits.isEmpty { self = ahead }
    return digits
  }

  /// Parses an exponent; without digits nothing is consumed, as in "1em".
  private mutating func takeExponent() -> String {
    var ahead = self
    guard ahead.take("e") || ahead.take("E") else { return "" }
    let sign = ahead.takeSign()
    let digits = ahead.take { $0.isDigit }
    if digits.isEmpty { return "" }
    self = ahead
    return "e" + sign + digits
  }

  private mutating func take(_ word: String) -> Bool {
    guard rest.starts(with: word.unicodeScalars) else { return false }
    rest = rest.dropFirst(word.unicodeScalars.count)
    return true
  }

  private mutating func take(_ isTaken: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: isTaken)
    rest = rest[taken.endIndex...]
    return String(taken)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Unicode.Scalar {
  /// Whether JavaScript's `\s` matches the scalar.
  var isReferenceSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
      0xFEFF:
      true
    default: false
    }
  }
}
