#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

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
