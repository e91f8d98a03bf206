/// Decodes and encodes JSON strings.
package enum JSONText {
  /// Returns the text between the quotes of a valid JSON string; nil when it is not Unicode because
  /// of an unpaired surrogate or a byte that is not UTF-8.
  package static func decode(_ raw: ArraySlice<UInt8>) -> String? {
    guard raw.contains(UInt8(ascii: "\\")) else { return String(validating: raw) }
    var units: [UInt8] = []
    units.reserveCapacity(raw.count)
    var rest = raw
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "\\") {
        units.append(byte)
      } else if let scalar = unescape(&rest) {
        units.append(contentsOf: Array(String(Character(scalar)).utf8))
      } else {
        return nil
      }
    }
    return String(validating: units[...])
  }

  private static func unescape(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "u"): unicode(&rest)
    case let other?: Unicode.Scalar(other)
    case nil: nil
    }
  }

  private static func unicode(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = hex(&rest) else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
      let second = hex(&rest), (0xDC00..<0xE000).contains(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func hex(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Returns a JSON string with its quotes.
  package static func encode(_ text: String) -> String {
    guard needsEscapes(text) else { return "\"\(text)\"" }
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }

  private static func needsEscapes(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }
  }
}

extension String {
  /// Creates the text of the bytes; nil when they are not UTF-8.
  fileprivate init?(validating bytes: ArraySlice<UInt8>) {
    var text = String(decoding: bytes, as: UTF8.self)
    // Bytes that are not UTF-8 are replaced.
    let isSame = bytes.withUnsafeBufferPointer { bytes in
      text.withUTF8 { $0.hasBytes(of: bytes) }
    }
    guard isSame else { return nil }
    self = text
  }
}

/// Writes one JSON object, member by member.
struct JSONObject {
  private var members = ""

  var text: String { "{\(members)}" }

  /// Adds a text, or null.
  mutating func add(_ key: String, _ value: String?) {
    add(key, raw: value.map(JSONText.encode) ?? "null")
  }

  /// Adds a value that is JSON already.
  mutating func add(_ key: String, raw json: String) {
    if !members.isEmpty { members += "," }
    members += "\"\(key)\":"
    members += json
  }
}
