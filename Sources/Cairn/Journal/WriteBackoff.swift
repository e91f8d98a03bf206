/// The state after the disk refused a write: the problem, and the time of the next retry.
struct WriteBackoff: Equatable, Sendable {
  /// The maximum delay; it is short because a failed attempt costs only
  /// microseconds, and events in memory are at risk.
  private static let maximumDelay: Milliseconds = .seconds(5)

  private(set) var problem: StorageProblem
  /// The time of the next retry.
  private(set) var retryAt: MonotonicTime
  private var delay: Milliseconds = 0

  init(_ problem: StorageProblem, at moment: Moment) {
    self.problem = problem
    retryAt = moment.continuous
  }

  mutating func failAgain(_ problem: StorageProblem, at moment: Moment) {
    self.problem = problem
    delay = min(max(1, delay * 2), Self.maximumDelay)
    retryAt = moment.continuous + delay
  }

  /// Makes the next retry due immediately, for example after space was freed.
  mutating func retrySoon() { retryAt = .min }
}
