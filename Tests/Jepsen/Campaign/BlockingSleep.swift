import Foundation

/// Pauses for real processes, which need real time.
enum BlockingSleep {
  static func milliseconds(_ number: Int) {
    // tidy:allow(sleep) real processes need real time
    usleep(UInt32(max(0, number)) * 1_000)
  }

  static func microseconds(_ number: Int) {
    // tidy:allow(sleep) the same
    usleep(UInt32(max(0, number)))
  }

  /// The milliseconds of a monotonic clock.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
