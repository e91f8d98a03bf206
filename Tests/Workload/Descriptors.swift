import Cairn
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Descriptors that the app has used, and that the SDK cannot use.
struct Descriptors {
  private var taken: [Int32] = []

  /// Uses all descriptors that `ulimit -n` permits, except this number.
  init(leaving number: Int) async throws {
    // The queue of timers opens files when it is first used, and ends the process when it cannot.
    let clock = SystemClock()
    // tidy:allow(sleep) nothing is waited for
    try await clock.sleep(untilContinuous: clock.now().continuous + 1)
    while true {
      let descriptor = open("/dev/null", O_RDONLY)
      guard descriptor >= 0 else { break }
      taken.append(descriptor)
    }
    for descriptor in taken.suffix(number) { close(descriptor) }
    taken.removeLast(min(number, taken.count))
  }

  func giveBack() {
    for descriptor in taken { close(descriptor) }
  }
}
