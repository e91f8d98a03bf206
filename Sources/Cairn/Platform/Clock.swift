/// Provides the wall clock and a continuous clock.
package protocol Clock: Sendable {
  /// Both readings, taken together.
  func now() -> Moment
  /// The same, with the nanoseconds: for what takes less than a millisecond.
  ///
  /// Costs as much as `now()`.
  func instant() -> Instant
  /// Returns when the continuous clock has reached the time, or throws when the task is cancelled.
  func sleep(untilContinuous milliseconds: Int64) async throws
}

/// A point in time by both clocks, in milliseconds.
package struct Moment: Equatable, Sendable {
  /// Since 1970.
  ///
  /// The value may jump when the clock is set.
  package var wall: Int64
  /// Since the machine started, sleep included.
  ///
  /// Never goes back.
  package var continuous: Int64

  package init(wall: Int64, continuous: Int64) {
    self.wall = wall
    self.continuous = continuous
  }
}

extension Clock {
  /// Does something for at most so many milliseconds; nil when they are up first.
  ///
  /// The work is cancelled then, and must end early when it is.
  package func limit<Result: Sendable>(
    _ milliseconds: Int64, _ work: @escaping @Sendable () async -> Result
  ) async -> Result? {
    let deadline = now().continuous + milliseconds
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

  package init(wall: Int64, nanoseconds: Int64) {
    moment = Moment(wall: wall, continuous: nanoseconds / 1_000_000)
    self.nanoseconds = nanoseconds
  }

  /// Nanoseconds from there to here.
  package func since(_ earlier: Instant) -> Int64 { nanoseconds - earlier.nanoseconds }
}
