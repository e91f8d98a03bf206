/// Provides the wall clock and a continuous clock.
package protocol Clock: Sendable {
  /// Returns the time by both clocks.
  func now() -> Moment
  /// Returns the time with nanoseconds, for durations of less than a millisecond.
  ///
  /// It costs as much as `now()`.
  func instant() -> Instant
  /// Returns when the continuous clock has reached the time, or throws when the task is cancelled.
  func sleep(untilContinuous time: MonotonicTime) async throws
}

/// A point in time by both clocks.
package struct Moment: Equatable, Sendable {
  /// The time of the wall clock, which may jump when the clock is set.
  package var wall: WallTime
  /// The time of the continuous clock, which never decreases.
  package var continuous: MonotonicTime

  package init(wall: WallTime, continuous: MonotonicTime) {
    self.wall = wall
    self.continuous = continuous
  }
}

extension Clock {
  /// Does the work for at most this time; returns nil when the time is up first.
  ///
  /// The work is then cancelled, and must end early.
  package func limit<Result: Sendable>(
    _ duration: Milliseconds, _ work: @escaping @Sendable () async -> Result
  ) async -> Result? {
    let deadline = now().continuous + duration
    return await withTaskGroup(of: Result?.self) { group in
      group.addTask { await work() }
      group.addTask {
        try? await self.sleep(untilContinuous: deadline)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next().flatMap { $0 }
    }
  }
}

/// A moment, and the same reading of the continuous clock in nanoseconds.
package struct Instant: Sendable {
  package let moment: Moment
  package let nanoseconds: Int64

  package init(wall: WallTime, nanoseconds: Int64) {
    moment = Moment(
      wall: wall, continuous: MonotonicTime(milliseconds: nanoseconds / 1_000_000))
    self.nanoseconds = nanoseconds
  }

  /// Returns the nanoseconds from the earlier instant to this one.
  package func since(_ earlier: Instant) -> Int64 { nanoseconds - earlier.nanoseconds }
}
