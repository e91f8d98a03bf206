/// The next sync that nobody waits for: when it is due, and who sleeps until then.
struct SyncPlan: Sendable {
  /// Milliseconds from the plan to the sync; twice as many after each that failed.
  private(set) var delay: Int64 = 0
  /// By the continuous clock; nil when none is planned.
  private var due: Int64?
  private var number: UInt64 = 0
  var sleeper: Task<Void, Never>?

  /// Its number; nil when one is planned that is no later.
  mutating func begin(at due: Int64, after delay: Int64) -> UInt64? {
    if let planned = self.due, planned <= due { return nil }
    // Otherwise those that are not needed any more would add up while a disk fails.
    sleeper?.cancel()
    number += 1
    self.due = due
    self.delay = delay
    return number
  }

  /// Whether this is the one that is planned; the next one may be planned then.
  mutating func take(_ number: UInt64) -> Bool {
    guard due != nil, number == self.number else { return false }
    due = nil
    sleeper = nil
    return true
  }
}
