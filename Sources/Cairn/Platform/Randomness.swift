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

  /// A number from 0 up to and including `bound`.
  package func next(upThrough bound: Int64) -> Int64 {
    bound <= 0 ? 0 : Int64(next() % (UInt64(bound) + 1))
  }
}

/// The system's generator, a block at a time: a call a number would cost more than the rest of an event.
package struct SystemRandomness: Randomness {
  package init() {}

  package func fill(_ words: UnsafeMutableBufferPointer<UInt64>) {
    let bytes = UnsafeMutableRawBufferPointer(words)
    var filled = 0
    while filled < bytes.count {
      // getentropy(3) gives at most 256 bytes a call.
      let count = min(256, bytes.count - filled)
      guard let address = bytes.baseAddress, getentropy(address + filled, count) == 0 else {
        return fillSlowly(words)
      }
      filled += count
    }
  }

  /// Where a sandbox forbids the system call, the standard library knows other ways.
  private func fillSlowly(_ words: UnsafeMutableBufferPointer<UInt64>) {
    var generator = SystemRandomNumberGenerator()
    for index in words.indices { words[index] = generator.next() }
  }
}
