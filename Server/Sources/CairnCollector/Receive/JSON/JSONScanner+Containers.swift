extension JSONScanner {
  /// Reads an object that begins at the position, and tells its members.
  package mutating func members() throws(JSONSyntaxError) -> [JSONMember] {
    try enter(UInt8(ascii: "{"), "an object, '{'")
    if leaveIfEmpty(UInt8(ascii: "}")) { return [] }
    var members: [JSONMember] = []
    repeat {
      members.append(try member())
    } while try continues(closer: UInt8(ascii: "}"))
    return members
  }

  /// Reads an array that begins at the position, and tells its elements.
  package mutating func elements() throws(JSONSyntaxError) -> [JSONSpan] {
    try enter(UInt8(ascii: "["), "an array, '['")
    if leaveIfEmpty(UInt8(ascii: "]")) { return [] }
    var elements: [JSONSpan] = []
    repeat {
      elements.append(try value())
    } while try continues(closer: UInt8(ascii: "]"))
    return elements
  }

  private mutating func member() throws(JSONSyntaxError) -> JSONMember {
    skipWhitespace()
    let start = position
    let name = try key()
    let value = try value()
    let key = JSONText.decode(bytes[name]) ?? String(decoding: bytes[name], as: UTF8.self)
    return JSONMember(key: key, range: start..<position, value: value)
  }

  private mutating func enter(_ opener: UInt8, _ what: String) throws(JSONSyntaxError) {
    skipWhitespace()
    guard byte == opener else { throw expected(what) }
    position += 1
  }

  private mutating func leaveIfEmpty(_ closer: UInt8) -> Bool {
    skipWhitespace()
    guard byte == closer else { return false }
    position += 1
    return true
  }
}
