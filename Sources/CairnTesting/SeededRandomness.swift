import Cairn

/// Reproducible randomness: SplitMix64 from a seed.
package final class SeededRandomness: Randomness {
  private let state: Locked<UInt64>

  package init(seed: UInt64) { state = Locked(seed) }

  package func fill(_ words: UnsafeMutableBufferPointer<UInt64>) {
    for index in words.indices {
      words[index] = state.withLock { state in
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
      }
    }
  }
}
