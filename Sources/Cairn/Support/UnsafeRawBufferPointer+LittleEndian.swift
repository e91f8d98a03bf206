extension UnsafeRawBufferPointer {
  /// Returns the integer whose least significant byte is at `offset`.
  ///
  /// The caller must have checked the bounds.
  @inline(__always)
  package func littleEndian<Integer: FixedWidthInteger>(
    _ type: Integer.Type, at offset: Int
  ) -> Integer {
    assert(offset >= 0 && offset + MemoryLayout<Integer>.size <= count)
    return Integer(littleEndian: loadUnaligned(fromByteOffset: offset, as: Integer.self))
  }

  /// Returns `length` bytes from `offset` on.
  @inline(__always)
  package func slice(_ offset: Int, _ length: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[offset..<offset + length])
  }
}
