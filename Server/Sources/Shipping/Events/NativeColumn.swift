import NIOCore

/// A column of a block in ClickHouse's format `Native`.
///
/// Source: ClickHouse, documentation of the format Native; src/Formats/NativeWriter.cpp.
struct NativeColumn {
  let name: String
  let type: String
  private var nulls: ByteBuffer?
  private var values = ByteBuffer()

  init(_ name: String, _ type: String) {
    self.name = name
    self.type = type
    nulls = type.hasPrefix("Nullable") ? ByteBuffer() : nil
  }

  /// The number of bytes of its values.
  var size: Int { values.readableBytes }

  /// Appends bytes as a `String`; in a column that has no NULL, it is the empty text.
  mutating func append(_ bytes: UnsafeRawBufferPointer?) {
    nulls?.writeInteger(bytes == nil ? UInt8(1) : 0)
    values.writeVariableLength(bytes?.count ?? 0)
    if let bytes { values.writeBytes(bytes) }
  }

  mutating func append(_ number: some FixedWidthInteger) {
    values.writeInteger(number, endianness: .little)
  }

  /// The parts of the column, in order.
  var parts: [ByteBuffer] {
    var head = ByteBuffer()
    for text in [name, type] {
      head.writeVariableLength(text.utf8.count)
      head.writeString(text)
    }
    return [head] + (nulls.map { [$0] } ?? []) + [values]
  }
}

extension ByteBuffer {
  /// Writes a number of seven bits a byte, the low ones first.
  mutating func writeVariableLength(_ number: Int) {
    var rest = UInt64(number)
    while rest > 0x7F {
      writeInteger(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    writeInteger(UInt8(rest))
  }
}
