import Foundation
import Logging

/// Deletes the events that are older than a number of days, at once and after each midnight by UTC.
struct Retention: Sendable {
  let store: any EventStore
  let days: Int
  let logger: Logger
  /// Returns the milliseconds since 1970.
  var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
  var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// A clock can be changed, and a machine can be suspended: no wait is longer than this.
  private static let longestWait = Duration.seconds(3_600)
  /// The wait after a failure.
  private static let retry = Duration.seconds(60)

  /// Runs until the task is cancelled.
  func run() async {
    var done: Int64?
    while !Task.isCancelled {
      let today = now() / EventDay.milliseconds
      if done != today, await prune(before: EventDay(today - Int64(days))) { done = today }
      do { try await pause(wait(done)) } catch { return }
    }
  }

  private func wait(_ done: Int64?) -> Duration {
    guard let done else { return Self.retry }
    let rest = (done + 1) * EventDay.milliseconds - now()
    // After a failure at midnight, `done` is an earlier day.
    return rest > 0 ? min(.milliseconds(rest), Self.longestWait) : Self.retry
  }

  private func prune(before day: EventDay) async -> Bool {
    do {
      let count = try await store.prune(before: day)
      logger.info(
        "old events were deleted", metadata: ["before": "\(day)", "events": "\(count)"])
      return true
    } catch {
      if !Task.isCancelled {
        logger.error("old events were not deleted", metadata: ["error": "\(error)"])
      }
      return false
    }
  }
}
