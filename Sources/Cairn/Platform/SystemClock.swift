#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The machine's clocks.
package struct SystemClock: Clock {
  #if canImport(Darwin)
  // This clock includes the machine's sleep, unlike CLOCK_UPTIME_RAW, and never steps back, unlike
  // CLOCK_MONOTONIC, which is the wall clock minus the time of the boot.
  private static var continuousClock: clockid_t { CLOCK_MONOTONIC_RAW }
  #else
  private static var continuousClock: clockid_t { CLOCK_BOOTTIME }
  #endif

  package init() {}

  package func now() -> Moment { instant().moment }

  @inline(__always)
  package func instant() -> Instant {
    Instant(
      wall: WallTime(milliseconds: read(CLOCK_REALTIME) / 1_000_000),
      nanoseconds: read(Self.continuousClock))
  }

  package func sleep(untilContinuous time: MonotonicTime) async throws {
    let now = now().continuous
    guard time > now else { return }
    // This clock includes the machine's sleep too; that of `Task.sleep(nanoseconds:)` does not.
    try await Task.sleep(for: .milliseconds(min(time - now, .days(1)).count), clock: .continuous)
  }

  @inline(__always)
  private func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
