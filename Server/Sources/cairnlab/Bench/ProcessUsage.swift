import Foundation

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

/// The resident memory of this process.
enum ResidentMemory {
  /// The current size; 0 when the system does not report it.
  static var bytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize())
  }

  /// The maximum size; 0 when the system does not report it.
  static var peak: Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first.map { $0 * 1_024 } ?? 0
  }
}
