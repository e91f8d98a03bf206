#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The system's generator, read in blocks: one call per number would cost more than the rest of an
/// event.
package struct SystemRandomness: Randomness {
  package init() {}

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
}
