extension Double {
  /// The number as JavaScript formats it: the fewest digits that parse to the same value, `7` for
  /// 7.0, `1e+21`.
  package var referenceText: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
    if self == 0 { return "0" }
    let (digits, point) = Self.parts(of: magnitude.description)
    return (self < 0 ? "-" : "") + Self.text(digits, point: point)
  }

  /// Returns the digits without leading and trailing zeros, and the position of the decimal point
  /// among them.
  private static func parts(of text: String) -> (digits: String, point: Int) {
    let halves = text.split(separator: "e")
    let exponent = halves.count > 1 ? Int(halves[1]) ?? 0 : 0
    let number = halves[0].split(separator: ".")
    let whole = number[0]
    let fraction = number.count > 1 ? number[1] : ""
    let all = whole + fraction
    let leading = all.prefix { $0 == "0" }.count
    var digits = String(all.dropFirst(leading))
    while digits.hasSuffix("0") { digits.removeLast() }
    return (digits, whole.count - leading + exponent)
  }

  private static func text(_ digits: String, point: Int) -> String {
    let count = digits.count
    if count <= point, point <= 21 { return digits + String(repeating: "0", count: point - count) }
    if 0 < point, point <= 21 { return digits.prefix(point) + "." + digits.dropFirst(point) }
    if -6 < point, point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
    let exponent = point - 1
    let fraction = count == 1 ? "" : "." + digits.dropFirst()
    return digits.prefix(1) + fraction + (exponent < 0 ? "e-" : "e+") + String(abs(exponent))
  }
}
