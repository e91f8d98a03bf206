/// Finds the values of a JSON text (RFC 8259) without changing them.
///
/// A decoder would turn `19.90` into 19.9, `1e400` into an error and a 64-bit integer into a
/// rounded number. Events are stored as they were sent, so only the range of each one is needed.
/// The scanner is not recursive: nesting costs one byte per level and no stack.
package struct JSONScanner {
  let bytes: [UInt8]
  package var position: Int
  var invalidUTF8: Int?
  var halfPair: Int?
  private var depth = 0

  package init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Reads one complete value.
  package mutating func value() throws(JSONSyntaxError) -> JSONSpan {
    skipWhitespace()
    invalidUTF8 = nil
    halfPair = nil
    depth = 0
    let start = position
    let kind = try kindOfNext()
    var closers: [UInt8] = []
    repeat {
      try openOrScalar(&closers)
      try closeFinished(&closers)
    } while !closers.isEmpty
    return JSONSpan(
      kind: kind, range: start..<position, depth: depth, invalidUTF8: invalidUTF8,
      halfPair: halfPair)
  }

  /// Reads white space up to the end; anything else is an error.
  package mutating func end() throws(JSONSyntaxError) {
    skipWhitespace()
    if position < bytes.count { throw expected("the end of the body") }
  }

  /// Reads a scalar, or opens containers up to the next position of a value.
  private mutating func openOrScalar(_ closers: inout [UInt8]) throws(JSONSyntaxError) {
    while true {
      skipWhitespace()
      switch byte {
      case UInt8(ascii: "{"):
        if try open(closer: UInt8(ascii: "}"), &closers) { return }
        try key()
      case UInt8(ascii: "["):
        if try open(closer: UInt8(ascii: "]"), &closers) { return }
      default:
        return try scalar()
      }
    }
  }

  /// Enters a container.
  ///
  /// Returns true when it was empty, and is complete already.
  private mutating func open(
    closer: UInt8, _ closers: inout [UInt8]
  ) throws(JSONSyntaxError) -> Bool {
    position += 1
    depth = max(depth, closers.count + 1)
    skipWhitespace()
    if byte == closer {
      position += 1
      return true
    }
    closers.append(closer)
    return false
  }

  /// Closes every container that ends here; stops after a comma, before the next value.
  private mutating func closeFinished(_ closers: inout [UInt8]) throws(JSONSyntaxError) {
    while let closer = closers.last {
      if try continues(closer: closer) {
        if closer == UInt8(ascii: "}") { try key() }
        return
      }
      closers.removeLast()
    }
  }

  /// Returns true after a comma, false after the closer.
  mutating func continues(closer: UInt8) throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    guard byte == UInt8(ascii: ",") || byte == closer else {
      throw expected("',' or '\(Character(Unicode.Scalar(closer)))'")
    }
    defer { position += 1 }
    return byte != closer
  }

  mutating func skipWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  func expected(_ what: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, expected: what)
  }
}

/// The offset at which a text is not valid JSON, and the expected token.
package struct JSONSyntaxError: Error, Equatable {
  /// The offset, counted from 0.
  package var offset: Int
  package var expected: String

  /// Returns the line and the column (in bytes) of the offset, both counted from 1.
  package func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (line, before.count - lineStart + 1)
  }
}
