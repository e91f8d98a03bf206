/// The disk refused: why, and when it is asked again.
struct StorageTrouble: Equatable, Sendable {
  /// A try that fails costs microseconds, and what waits in memory is in danger.
  private static let longestDelay: Int64 = 5_000

  private(set) var problem: StorageProblem
  /// By the continuous clock.
  private(set) var retryAt: Int64
  private var delay: Int64 = 0

  init(_ problem: StorageProblem, at moment: Moment) {
    self.problem = problem
    retryAt = moment.continuous
  }

  mutating func failAgain(_ problem: StorageProblem, at moment: Moment) {
    self.problem = problem
    delay = min(max(1, delay * 2), Self.longestDelay)
    retryAt = moment.continuous + delay
  }

  /// Something has changed, such as room that was made.
  mutating func retrySoon() { retryAt = .min }
}
