import CLibPQ

/// A row of a statement whose values are in binary form; valid only during the call that has it.
package struct PostgreSQLRow {
  let result: OpaquePointer
  let row: Int32

  /// Returns the bytes of a value; nil for NULL.
  package func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard PQgetisnull(result, row, column) == 0 else { return nil }
    return UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
  }

  /// Returns a text; nil for NULL.
  package func text(_ column: Int32) -> String? {
    bytes(column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a `bigint`; nil for NULL and for a value of another type.
  package func integer(_ column: Int32) -> Int64? {
    guard let bytes = bytes(column), bytes.count == 8 else { return nil }
    return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
  }
}
