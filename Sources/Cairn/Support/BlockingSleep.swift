#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Lets other processes and threads work, on a thread that cannot await.
package enum BlockingSleep {
  package static func milliseconds(_ count: Int) { microseconds(count * 1_000) }

  package static func microseconds(_ count: Int) {
    var rest = timespec(tv_sec: count / 1_000_000, tv_nsec: count % 1_000_000 * 1_000)
    _ = nanosleep(&rest, nil)
  }
}
