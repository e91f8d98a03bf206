/// Finds the values of a JSON text (RFC 8259) and leaves them as they are.
///
/// A decoder would turn `19.90` into 19.9, `1e400` into an error and a 64-bit integer into a
/// rounded one. Events are kept as their sender wrote them, so all that is needed is where each
/// begins and ends. Nothing recurses: nesting costs one byte a level, never stack.
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

  /// Reads one value, whole.
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

  /// Reads white space up to the end, and nothing else.
  package mutating func end() throws(JSONSyntaxError) {
    skipWhitespace()
    if position < bytes.count { throw expected("the end of the body") }
  }

  /// Reads a scalar, or opens containers up to the next place where a value belongs.
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

  /// Steps into a container.
  ///
  /// True when it was empty, and is behind us already.
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

  /// Closes every container that ends here; stops behind a comma, where the next value belongs.
  private mutating func closeFinished(_ closers: inout [UInt8]) throws(JSONSyntaxError) {
    while let closer = closers.last {
      if try continues(closer: closer) {
        if closer == UInt8(ascii: "}") { try key() }
        return
      }
      closers.removeLast()
    }
  }

  /// True behind a comma, false behind the closer.
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

/// Says at which byte a text stops being JSON, and what belonged there.
package struct JSONSyntaxError: Error, Equatable {
  /// Counted from 0.
  package var offset: Int
  package var expected: String

  /// The line and the column (in bytes) of the offset, both counted from 1.
  package func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (line, before.count - lineStart + 1)
  }
}
