extension JSONScanner {
  /// Reads an object that begins at the position, and returns its members.
  ///
  /// - Throws: Also when there are more members than allowed.
  package mutating func members(atMost most: Int = .max) throws(JSONSyntaxError) -> [JSONMember] {
    try enter(UInt8(ascii: "{"), "an object, '{'")
    if leaveIfEmpty(UInt8(ascii: "}")) { return [] }
    var members: [JSONMember] = []
    repeat {
      guard members.count < most else { throw expected("at most \(most) members") }
      members.append(try member())
    } while try continues(closer: UInt8(ascii: "}"))
    return members
  }

  /// Returns the first complete value of a key of the object that begins at the position; nil if
  /// the text ends, or is not JSON, before it.
  package mutating func firstMember(named name: String) -> JSONSpan? {
    do {
      try enter(UInt8(ascii: "{"), "an object, '{'")
      if leaveIfEmpty(UInt8(ascii: "}")) { return nil }
      repeat {
        let member = try member()
        if member.isNamed(name) { return member.value }
      } while try continues(closer: UInt8(ascii: "}"))
    } catch {
      return nil
    }
    return nil
  }

  /// Reads an array that begins at the position, and returns its elements; one more than `most` if
  /// there are more.
  package mutating func elements(atMost most: Int = .max - 1) throws(JSONSyntaxError) -> [JSONSpan]
  {
    try enter(UInt8(ascii: "["), "an array, '['")
    if leaveIfEmpty(UInt8(ascii: "]")) { return [] }
    var elements: [JSONSpan] = []
    repeat {
      elements.append(try value())
      if elements.count > most { break }
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
