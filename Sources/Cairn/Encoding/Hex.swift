/// Fixed-width hexadecimal text, as file names use it.
package enum Hex {
  package static func text(_ value: some FixedWidthInteger & UnsignedInteger) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: value.bitWidth / 4 - digits.count) + digits
  }

  /// Returns the value if the text has exactly the digits of the type's width, in lowercase.
  package static func value<Integer: FixedWidthInteger & UnsignedInteger>(
    _ text: Substring, as type: Integer.Type
  ) -> Integer? {
    guard text.utf8.count == Integer.bitWidth / 4, text == text.lowercased(),
      text.first != "+"
    else { return nil }
    return Integer(text, radix: 16)
  }
}
