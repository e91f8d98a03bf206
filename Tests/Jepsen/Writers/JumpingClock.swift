import Cairn

/// The machine's clocks, with occasional changes of the wall clock.
final class JumpingClock: Clock {
  private let machine = SystemClock()
  private let offset = Locked<Milliseconds>(.zero)

  func jump(bySeconds seconds: Int64) { offset.withLock { $0 = Milliseconds(seconds) * 1_000 } }

  func now() -> Moment {
    var now = machine.now()
    now.wall = now.wall + offset.withLock { $0 }
    return now
  }

  func instant() -> Instant {
    let instant = machine.instant()
    return Instant(
      wall: instant.moment.wall + offset.withLock { $0 }, nanoseconds: instant.nanoseconds)
  }

  // tidy:allow(sleep) it is a clock
  func sleep(untilContinuous time: MonotonicTime) async throws {
    // tidy:allow(sleep) the machine's own
    try await machine.sleep(untilContinuous: time)
  }
}
