extension JSONScanner {
  func kindOfNext() throws(JSONSyntaxError) -> JSONSpan.Kind {
    switch byte {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    case let byte? where startsNumber(byte): .number
    default: throw expected("a value")
    }
  }

  mutating func scalar() throws(JSONSyntaxError) {
    switch byte {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    case let byte? where startsNumber(byte): try number()
    default: throw expected("a value")
    }
  }

  private func startsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || isDigit(byte)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func literal(_ word: StaticString) throws(JSONSyntaxError) {
    let text = "\(word)"
    for letter in text.utf8 {
      guard byte == letter else { throw expected("'\(text)'") }
      position += 1
    }
  }

  private mutating func number() throws(JSONSyntaxError) {
    if byte == UInt8(ascii: "-") { position += 1 }
    if byte == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if byte == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while let byte, isDigit(byte) { position += 1 }
    if position == start { throw expected("a digit") }
  }
}
