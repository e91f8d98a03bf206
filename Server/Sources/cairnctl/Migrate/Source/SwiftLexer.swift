/// Splits Swift source into tokens.
///
/// It knows what it must pass over: comments, which may be nested, and strings of all forms with
/// their interpolations. A file whose strings or comments do not end is an error, because then it
/// is not known what is code.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var tokens: [SwiftToken] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func tokens(of bytes: [UInt8]) throws(SwiftTokenError) -> [SwiftToken] {
    var lexer = SwiftLexer(bytes)
    try lexer.read()
    return lexer.tokens
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    bytes.indices.contains(place + offset) ? bytes[place + offset] : nil
  }

  private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func step(_ count: Int = 1) {
    for _ in 0..<count where place < bytes.count {
      if bytes[place] == UInt8(ascii: "\n") { line += 1 }
      place += 1
    }
  }

  private mutating func read() throws(SwiftTokenError) {
    while let byte = byte() {
      if starts("//") {
        while let byte = self.byte(), byte != UInt8(ascii: "\n") { step() }
      } else if starts("/*") {
        try skipComment()
      } else if byte <= 0x20 {
        step()
      } else if let hashes = stringHashes() {
        try add(.string) { (lexer) throws(SwiftTokenError) in try lexer.skipString(hashes) }
      } else if Self.isDigit(byte) {
        try add(.number) { lexer in lexer.skip { Self.isWord($0) } }
      } else if Self.isWord(byte) || byte == UInt8(ascii: "`") {
        try add(.identifier) { lexer in lexer.skip { Self.isWord($0) || $0 == UInt8(ascii: "`") } }
      } else {
        try add(.mark) { lexer in lexer.step() }
      }
    }
  }

  private mutating func add(
    _ kind: SwiftToken.Kind, _ skip: (inout SwiftLexer) throws(SwiftTokenError) -> Void
  ) throws(SwiftTokenError) {
    let (start, line) = (place, line)
    try skip(&self)
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    tokens.append(SwiftToken(kind: kind, range: start..<place, text: text, line: line))
  }

  private mutating func skip(while isPart: (UInt8) -> Bool) {
    while let byte = byte(), isPart(byte) { step() }
  }

  private mutating func skipComment() throws(SwiftTokenError) {
    let start = line
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        step(2)
      } else if starts("*/") {
        depth -= 1
        step(2)
      } else if byte() != nil {
        step()
      } else {
        throw SwiftTokenError(line: start, reason: "a comment does not end")
      }
    } while depth > 0
  }

  /// Returns the number of `#` before the quotation mark of a string or the slash of a pattern that
  /// begins here; nil when none begins.
  private func stringHashes() -> Int? {
    var count = 0
    while byte(count) == UInt8(ascii: "#") { count += 1 }
    if byte(count) == UInt8(ascii: "\"") { return count }
    return count > 0 && byte(count) == UInt8(ascii: "/") ? count : nil
  }

  private mutating func skipString(_ hashes: Int) throws(SwiftTokenError) {
    let start = line
    step(hashes)
    let pounds = String(repeating: "#", count: hashes)
    let isPattern = byte() == UInt8(ascii: "/")
    let quote = isPattern ? "/" : starts("\"\"\"") ? "\"\"\"" : "\""
    step(quote.utf8.count)
    let isLong = quote.utf8.count == 3 || isPattern
    while let byte = byte() {
      if starts(quote + pounds) { return step(quote.utf8.count + hashes) }
      if !isLong, byte == UInt8(ascii: "\n") { break }
      if !isPattern, starts("\\" + pounds + "(") {
        step(1 + hashes)
        try skipInterpolation()
      } else if isPattern ? byte == UInt8(ascii: "\\") : starts("\\" + pounds) {
        // An escaped character, unless it ends the line.
        step(1 + (isPattern ? 0 : hashes))
        if self.byte() != UInt8(ascii: "\n") { step() }
      } else {
        step()
      }
    }
    throw SwiftTokenError(line: start, reason: "a string does not end")
  }

  /// Passes over the code of an interpolation, which may have strings and comments of its own.
  private mutating func skipInterpolation() throws(SwiftTokenError) {
    let start = line
    var depth = 0
    while let byte = byte() {
      if starts("/*") {
        try skipComment()
      } else if let hashes = stringHashes() {
        try skipString(hashes)
      } else {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        step()
        if depth == 0 { return }
      }
    }
    throw SwiftTokenError(line: start, reason: "an interpolation does not end")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }
}
