import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The clock with the highest resolution.
package enum Stopwatch {
  @inline(__always)
  package static func nanoseconds() -> Int { Int(DispatchTime.now().uptimeNanoseconds) }

  /// Returns the duration of each call; with `paced`, waits a millisecond before each.
  package static func measure(_ calls: Int, paced: Bool = false, _ call: () throws -> Void) rethrows
    -> [Int]
  {
    var samples = [Int](repeating: 0, count: calls)
    for index in samples.indices {
      if paced { usleep(1_000) }
      let start = nanoseconds()
      try call()
      samples[index] = nanoseconds() - start
    }
    return samples
  }
}
