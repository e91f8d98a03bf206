/// The next scheduled sync, and the task that sleeps until it is due.
struct SyncPlan: Sendable {
  /// The time between scheduling and the sync; it doubles after each failure.
  private(set) var delay: Milliseconds = 0
  /// The time of the sync; nil when none is scheduled.
  private var due: MonotonicTime?
  private var number: UInt64 = 0
  var sleeper: Task<Void, Never>?

  /// Schedules a sync and returns its number; nil when one is scheduled that is due no later.
  mutating func begin(at due: MonotonicTime, after delay: Milliseconds) -> UInt64? {
    if let planned = self.due, planned <= due { return nil }
    // Otherwise those that are not needed any more would add up while a disk fails.
    sleeper?.cancel()
    number += 1
    self.due = due
    self.delay = delay
    return number
  }

  /// Returns whether this sync is the scheduled one, and if so makes room for the next one.
  mutating func take(_ number: UInt64) -> Bool {
    guard due != nil, number == self.number else { return false }
    due = nil
    sleeper = nil
    return true
  }
}
