/// XXH64, the 64-bit hash that protects every record, as specified in `xxhash_spec.md`, version
/// 0.1.1.
///
/// It is faster here than CRC-32C in hardware, twice as wide, and needs no second language in the
/// package.
package enum XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var offset = 0
    var hash = bytes.count >= 32 ? stripes(bytes, seed, &offset) : seed &+ prime5
    hash = hash &+ UInt64(bytes.count)
    while offset + 8 <= bytes.count {
      hash ^= round(0, bytes.littleEndian(UInt64.self, at: offset))
      hash = rotate(hash, 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      hash ^= UInt64(bytes.littleEndian(UInt32.self, at: offset)) &* prime1
      hash = rotate(hash, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      hash ^= UInt64(bytes[offset]) &* prime5
      hash = rotate(hash, 11) &* prime1
      offset += 1
    }
    return avalanche(hash)
  }

  package static func hash(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
    bytes.withUnsafeBytes { hash($0, seed: seed) }
  }

  /// Adds one more value to a running hash, for sequences whose length is not known in advance.
  package static func chain(_ value: UInt32, onto hash: UInt64) -> UInt64 {
    withUnsafeBytes(of: value.littleEndian) { self.hash($0, seed: hash) }
  }

  @inline(__always)
  private static func stripes(
    _ bytes: UnsafeRawBufferPointer, _ seed: UInt64, _ offset: inout Int
  ) -> UInt64 {
    var a = seed &+ prime1 &+ prime2
    var b = seed &+ prime2
    var c = seed
    var d = seed &- prime1
    while offset + 32 <= bytes.count {
      a = round(a, bytes.littleEndian(UInt64.self, at: offset))
      b = round(b, bytes.littleEndian(UInt64.self, at: offset + 8))
      c = round(c, bytes.littleEndian(UInt64.self, at: offset + 16))
      d = round(d, bytes.littleEndian(UInt64.self, at: offset + 24))
      offset += 32
    }
    var hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
    hash = merge(hash, a)
    hash = merge(hash, b)
    hash = merge(hash, c)
    return merge(hash, d)
  }

  @inline(__always)
  private static func round(_ accumulator: UInt64, _ input: UInt64) -> UInt64 {
    rotate(accumulator &+ input &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func merge(_ hash: UInt64, _ accumulator: UInt64) -> UInt64 {
    (hash ^ round(0, accumulator)) &* prime1 &+ prime4
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ by: UInt64) -> UInt64 {
    (value << by) | (value >> (64 - by))
  }

  @inline(__always)
  private static func avalanche(_ value: UInt64) -> UInt64 {
    var hash = value
    hash ^= hash >> 33
    hash = hash &* prime2
    hash ^= hash >> 29
    hash = hash &* prime3
    return hash ^ (hash >> 32)
  }
}
