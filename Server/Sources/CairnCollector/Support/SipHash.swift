/// The hash function SipHash-2-4, which is the same in every process and on every machine.
///
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012.
struct SipHash {
  private var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)

  private init(_ key: (UInt64, UInt64)) {
    v0 = key.0 ^ 0x736f_6d65_7073_6575
    v1 = key.1 ^ 0x646f_7261_6e64_6f6d
    v2 = key.0 ^ 0x6c79_6765_6e65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  /// Returns the hash of the bytes.
  static func hash(_ bytes: UnsafeRawBufferPointer, key: (UInt64, UInt64)) -> UInt64 {
    var state = SipHash(key)
    let whole = bytes.count & ~7
    var offset = 0
    while offset < whole {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      state.add(UInt64(littleEndian: word))
      offset += 8
    }
    var last = UInt64(truncatingIfNeeded: bytes.count) << 56
    for (place, byte) in bytes[whole...].enumerated() { last |= UInt64(byte) << (8 * place) }
    state.add(last)
    return state.finalize()
  }

  private mutating func add(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func finalize() -> UInt64 {
    v2 ^= 0xFF
    for _ in 0..<4 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  private mutating func round() {
    v0 &+= v1
    v2 &+= v3
    v1 = Self.rotate(v1, 13) ^ v0
    v3 = Self.rotate(v3, 16) ^ v2
    v0 = Self.rotate(v0, 32)
    v2 &+= v1
    v0 &+= v3
    v1 = Self.rotate(v1, 17) ^ v2
    v3 = Self.rotate(v3, 21) ^ v0
    v2 = Self.rotate(v2, 32)
  }

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }
}
