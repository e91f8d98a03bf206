/// The part of swift-crypto that `EventDigest` uses, so that the readers of requests are built
/// without it.
///
/// The digest is FNV-1a, repeated: the fuzzed code determines which bytes are read, not their hash.
package struct SHA256 {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func update(data: some Sequence<UInt8>) {
    for byte in data { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  package func finalize() -> [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: state >> (8 * ($0 % 8))) }
  }
}
