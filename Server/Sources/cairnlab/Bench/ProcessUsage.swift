import Foundation

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

/// How much of this process is in the machine's memory.
enum ResidentMemory {
  /// 0 where the system does not say.
  static var bytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize())
  }

  /// The most there ever was; 0 where the system does not say.
  static var peak: Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first.map { $0 * 1_024 } ?? 0
  }
}
