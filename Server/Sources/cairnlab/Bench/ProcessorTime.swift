#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What this process has used of the processors, all threads together.
enum ProcessorTime {
  // POSIX has a million a second of it everywhere.
  static var seconds: Double { Double(clock()) / 1e6 }
}
