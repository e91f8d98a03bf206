import Foundation

/// Waits until a condition holds; fails the test after five minutes.
func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(300)
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw NeverHappened(what: what) }
    // tidy:allow(sleep) A real server has no clock that a test could move; the condition decides.
    try await Task.sleep(for: .milliseconds(2))
  }
}

struct NeverHappened: Error {
  var what: String
}

/// Does blocking work on a separate thread, because the threads of tasks are few.
func offThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}
