#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Generates random numbers for identifiers, lanes, and the jitter of retries.
package protocol Randomness: Sendable {
  /// Fills the words with unpredictable numbers.
  func fill(_ words: UnsafeMutableBufferPointer<UInt64>)
}

extension Randomness {
  package func next() -> UInt64 {
    var word: UInt64 = 0
    withUnsafeMutablePointer(to: &word) { fill(UnsafeMutableBufferPointer(start: $0, count: 1)) }
    return word
  }

  /// Returns a number from 0 up to and including `bound`.
  package func next(upThrough bound: Int64) -> Int64 {
    bound <= 0 ? 0 : Int64(next() % (UInt64(bound) + 1))
  }
}

/// The system's generator, read in blocks: one call per number would cost more than the rest of an
/// event.
package struct SystemRandomness: Randomness {
  package init() {}

  #if canImport(Darwin)
  // getentropy(2) is declared only in the macOS SDK, and the App Store rejects apps that link it.
  package func fill(_ words: UnsafeMutableBufferPointer<UInt64>) {
    arc4random_buf(words.baseAddress, words.count * MemoryLayout<UInt64>.size)
  }
  #else
  package func fill(_ words: UnsafeMutableBufferPointer<UInt64>) {
    let bytes = UnsafeMutableRawBufferPointer(words)
    var filled = 0
    while filled < bytes.count {
      // getentropy(3) returns at most 256 bytes per call.
      let count = min(256, bytes.count - filled)
      guard let address = bytes.baseAddress, getentropy(address + filled, count) == 0 else {
        return fillSlowly(words)
      }
      filled += count
    }
  }

  /// Fills the words with the standard library, which has other sources when a sandbox forbids the
  /// system call.
  private func fillSlowly(_ words: UnsafeMutableBufferPointer<UInt64>) {
    var generator = SystemRandomNumberGenerator()
    for index in words.indices { words[index] = generator.next() }
  }
  #endif
}
