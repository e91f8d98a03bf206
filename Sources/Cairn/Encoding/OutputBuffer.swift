/// A growing byte buffer that keeps its memory when bytes are removed.
///
/// Events are encoded into such buffers, so recording does not allocate. Not thread-safe: its owner
/// holds a lock.
// Sendable: it cannot be copied, so only its owner can access its memory.
package struct OutputBuffer: ~Copyable, @unchecked Sendable {
  package private(set) var base: UnsafeMutablePointer<UInt8>
  package private(set) var count = 0
  private var capacity: Int

  package init(capacity: Int) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// The number of bytes of allocated memory.
  package var allocated: Int { capacity }

  package mutating func removeAll() { count = 0 }

  package mutating func truncate(to newCount: Int) { count = min(count, newCount) }

  /// Removes bytes at the start, and moves the rest to the front.
  package mutating func removeFirst(_ number: Int) {
    let rest = max(0, count - number)
    base.update(from: base + (count - rest), count: rest)
    count = rest
  }

  /// Returns whether appending `more` bytes allocates memory.
  @inline(__always)
  package func needsToGrow(by more: Int) -> Bool { count + more > capacity }

  /// Reserves space for `more` bytes, so that `appendReserved` can write them without a check.
  @inline(__always)
  package mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  @inline(__always)
  package mutating func appendReserved(_ byte: UInt8) {
    base[count] = byte
    count += 1
  }

  /// Writes behind the end, into reserved space; `appendStored` makes the bytes part of the buffer.
  @inline(__always)
  package mutating func storeReserved<Integer: FixedWidthInteger>(
    _ integer: Integer, at offset: Int
  ) {
    UnsafeMutableRawPointer(base + count + offset).storeBytes(
      of: integer.littleEndian, as: Integer.self)
  }

  @inline(__always)
  package mutating func appendStored(_ number: Int) { count += number }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    appendReserved(byte)
  }

  @inline(__always)
  package mutating func append(_ more: UnsafeRawBufferPointer) {
    guard let source = more.baseAddress, more.count > 0 else { return }
    reserve(more.count)
    UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: more.count)
    count += more.count
  }

  @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ more: [UInt8]) {
    more.withUnsafeBytes { append($0) }
  }

  package mutating func appendZeros(_ number: Int) {
    reserve(number)
    UnsafeMutableRawPointer(base + count).initializeMemory(
      as: UInt8.self, repeating: 0, count: number)
    count += number
  }

  /// Appends the integer's bytes, least significant first.
  @inline(__always)
  package mutating func append<Integer: FixedWidthInteger>(littleEndian integer: Integer) {
    let size = MemoryLayout<Integer>.size
    reserve(size)
    UnsafeMutableRawPointer(base + count).storeBytes(of: integer.littleEndian, as: Integer.self)
    count += size
  }

  /// Overwrites bytes with the integer, least significant byte first.
  @inline(__always)
  package mutating func store<Integer: FixedWidthInteger>(_ integer: Integer, at offset: Int) {
    assert(offset + MemoryLayout<Integer>.size <= count)
    UnsafeMutableRawPointer(base).storeBytes(
      of: integer.littleEndian, toByteOffset: offset, as: Integer.self)
  }
}
