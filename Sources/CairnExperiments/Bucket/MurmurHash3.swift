/// The hash function for buckets: MurmurHash3 for x86 with 32 bits, as in SMHasher.
package enum MurmurHash3 {
  private static let factor1: UInt32 = 0xCC9E_2D51
  private static let factor2: UInt32 = 0x1B87_3593

  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt32) -> UInt32 {
    var hash = seed
    let blocks = bytes.count / 4
    for block in 0..<blocks {
      hash ^= mix(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: block * 4, as: UInt32.self)))
      hash = rotate(hash, 13) &* 5 &+ 0xE654_6B64
    }
    var tail: UInt32 = 0
    for (place, byte) in bytes[(blocks * 4)...].enumerated() {
      tail |= UInt32(byte) << UInt32(place * 8)
    }
    return avalanche(hash ^ mix(tail) ^ UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Returns the hash of the UTF-8 of both texts in sequence, without allocating memory to join
  /// them.
  package static func hash(_ first: String, _ second: String, seed: UInt32) -> UInt32 {
    let lengths = (first.utf8.count, second.utf8.count)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: lengths.0 + lengths.1) { bytes in
      copy(first, to: bytes[..<lengths.0])
      copy(second, to: bytes[lengths.0...])
      return hash(UnsafeRawBufferPointer(bytes), seed: seed)
    }
  }

  private static func copy(_ text: String, to slice: Slice<UnsafeMutableBufferPointer<UInt8>>) {
    _ = UnsafeMutableBufferPointer(rebasing: slice).initialize(from: text.utf8)
  }

  @inline(__always)
  private static func mix(_ block: UInt32) -> UInt32 { rotate(block &* factor1, 15) &* factor2 }

  @inline(__always)
  private static func rotate(_ value: UInt32, _ bits: UInt32) -> UInt32 {
    value << bits | value >> (32 - bits)
  }

  private static func avalanche(_ value: UInt32) -> UInt32 {
    var hash = value
    hash ^= hash >> 16
    hash = hash &* 0x85EB_CA6B
    hash ^= hash >> 13
    hash = hash &* 0xC2B2_AE35
    return hash ^ hash >> 16
  }
}
