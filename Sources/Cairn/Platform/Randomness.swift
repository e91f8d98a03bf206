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
