import PostgreSQLClient

/// Reads the values of a row of `COPY … (FORMAT binary)`, in order.
///
/// Source: PostgreSQL, documentation of COPY, "Binary Format".
struct BinaryRow {
  private var rest: Slice<UnsafeRawBufferPointer>

  /// Creates a row; nil for the end of the rows.
  init?(_ message: UnsafeRawBufferPointer, isFirst: Bool) throws {
    rest = message[...]
    if isFirst {
      // The signature, flags, and an extension behind its length.
      rest = rest.dropFirst(15)
      let extensionLength = Int(try read(UInt32.self))
      rest = rest.dropFirst(extensionLength)
    }
    if try read(Int16.self) < 0 { return nil }
  }

  /// Returns the next value; nil for NULL.
  ///
  /// It is valid until the next row is read.
  mutating func bytes() throws -> UnsafeRawBufferPointer? {
    let length = Int(try read(Int32.self))
    if length < 0 { return nil }
    guard rest.count >= length else { throw PostgreSQLError(message: "a row is too short") }
    defer { rest = rest.dropFirst(length) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(length))
  }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws -> Number {
    let length = Int(try read(Int32.self))
    guard length == MemoryLayout<Number>.size else {
      throw PostgreSQLError(message: "a number has \(length) bytes")
    }
    return try read(Number.self)
  }

  private mutating func read<Number: FixedWidthInteger>(_: Number.Type) throws -> Number {
    let size = MemoryLayout<Number>.size
    guard rest.count >= size else { throw PostgreSQLError(message: "a row is too short") }
    defer { rest = rest.dropFirst(size) }
    let value = rest.base.loadUnaligned(fromByteOffset: rest.startIndex, as: Number.self)
    return Number(bigEndian: value)
  }
}
