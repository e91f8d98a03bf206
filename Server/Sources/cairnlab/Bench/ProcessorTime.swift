#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The processor time of this process, all threads together.
enum ProcessorTime {
  // POSIX defines a million units per second on all systems.
  static var seconds: Double { Double(clock()) / 1e6 }
}
