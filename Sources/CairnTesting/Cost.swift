#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The cost of work, for tests that compare hostile input with harmless input.
package enum Cost {
  /// Returns the CPU time of this thread in seconds, so that other threads and processes do not
  /// count.
  package static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let start = now()
    try work()
    return now() - start
  }

  /// Returns whether a comparison of costs holds in one of three tries: other load on the processor
  /// disturbs single tries, and excessive work fails all of them.
  package static func isBounded(_ compares: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<3 where try compares() { return true }
    return false
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
