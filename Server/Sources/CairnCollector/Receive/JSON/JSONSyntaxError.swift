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
