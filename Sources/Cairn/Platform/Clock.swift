/// The seam to time: what the calendar says, and what has really passed.
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
  /// May jump when somebody sets the clock.
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
