import Cairn

/// Converts values to numbers as rules do: numbers, and texts that look like numbers.
///
/// A minus is the only sign, and exponents, other bases and spaces are not allowed. All other text
/// is not a number.
enum NumericText {
  static func number(_ value: Value) -> Double? {
    switch value {
    case .int(let integer): Double(integer)
    case .double(let number): number.isFinite ? number : nil
    case .string(let text): number(text)
    default: nil
    }
  }

  static func number(_ text: String) -> Double? {
    looksNumeric(text.utf8) ? Double(plain(text)) : nil
  }

  /// Returns the text without commas between groups of three digits.
  ///
  /// After a single leading zero, a comma is a decimal separator.
  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(comma) else { return text }
    guard text.utf8.starts(with: [UInt8(ascii: "0"), comma]) else {
      return text.filter { $0 != "," }
    }
    return "0." + text.dropFirst(2).prefix { $0 != "," && $0 != "." }
  }

  private static func looksNumeric(_ bytes: String.UTF8View) -> Bool {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = rest.prefix { isDigit($0) || $0 == comma }
    rest = rest[whole.endIndex...]
    guard let point = rest.first else { return isGrouped(whole) }
    let fraction = rest.dropFirst()
    return point == UInt8(ascii: ".") && !fraction.isEmpty && fraction.allSatisfy(isDigit)
      && (whole.isEmpty || isGrouped(whole))
  }

  /// Returns whether these are digits only, or one to three digits followed by groups of three
  /// after commas.
  private static func isGrouped(_ bytes: Substring.UTF8View) -> Bool {
    guard bytes.contains(comma) else { return !bytes.isEmpty }
    let groups = bytes.split(separator: comma, omittingEmptySubsequences: false)
    return (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  private static var comma: UInt8 { UInt8(ascii: ",") }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
