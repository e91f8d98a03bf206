#if canImport(Darwin)
import Darwin
#else
import Foundation
#endif

/// The maximum resident memory of this process so far.
enum PeakMemory {
  static var bytes: Int {
    #if canImport(Darwin)
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #else
    // The value of `getrusage` includes that of the parent.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0) << 10
    #endif
  }
}
