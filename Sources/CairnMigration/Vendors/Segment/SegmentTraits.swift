import Cairn

/// The traits of analytics-swift, which its encoder writes with the parts of Foundation's `Decimal`
/// for each number and a text for null.
enum SegmentTraits {
  static func value(_ list: PropertyList) -> Value {
    switch list {
    case .string("$null"): return .null
    case .array(let elements): return .array(elements.map(value))
    case .dictionary(let members):
      return number(members) ?? .object(members.mapValues(value))
    default: return list.value
    }
  }

  /// Returns the number that the parts are; nil for another dictionary.
  private static func number(_ parts: [String: PropertyList]) -> Value? {
    guard parts.count == 5, let exponent = parts["exponent"]?.integer,
      let isNegative = parts["isNegative"]?.bool, parts["isCompact"] != nil,
      let length = parts["length"]?.integer, let words = parts["mantissa"]?.array,
      words.count == 8, (0...8).contains(length), (-255...255).contains(exponent)
    else { return nil }
    // The form of "not a number": negative, and without digits.
    if isNegative, length == 0 { return .null }
    var digits = "0"
    for word in words.prefix(length).reversed() {
      guard let word = word.integer, (0...0xFFFF).contains(word) else { return nil }
      digits = decimal(digits, times: 0x1_0000, plus: word)
    }
    let text = (isNegative ? "-" : "") + digits
    if exponent >= 0, let integer = Int(text + String(repeating: "0", count: exponent)) {
      return .int(integer)
    }
    return Double("\(text)e\(exponent)").flatMap { $0.isFinite ? .double($0) : nil }
  }

  private static func decimal(_ digits: String, times factor: Int, plus word: Int) -> String {
    var carry = word
    var result: [UInt8] = []
    for digit in digits.utf8.reversed() {
      let sum = Int(digit - 0x30) * factor + carry
      result.append(UInt8(sum % 10) + 0x30)
      carry = sum / 10
    }
    while carry > 0 {
      result.append(UInt8(carry % 10) + 0x30)
      carry /= 10
    }
    let significant = result.reversed().drop { $0 == 0x30 }
    return significant.isEmpty ? "0" : String(decoding: Array(significant), as: UTF8.self)
  }
}
