extension UnsafeRawBufferPointer {
  /// The integer whose least significant byte is at `offset`.
  ///
  /// The caller has checked that it lies inside.
  @inline(__always)
  package func littleEndian<Integer: FixedWidthInteger>(
    _ type: Integer.Type, at offset: Int
  ) -> Integer {
    assert(offset >= 0 && offset + MemoryLayout<Integer>.size <= count)
    return Integer(littleEndian: loadUnaligned(fromByteOffset: offset, as: Integer.self))
  }

  /// The part of these bytes from `offset` on, `length` long.
  @inline(__always)
  package func slice(_ offset: Int, _ length: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[offset..<offset + length])
  }
}
