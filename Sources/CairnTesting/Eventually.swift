import Dispatch

/// The limits after which a waiting test gives up.
package enum HangLimit {
  /// The limit in seconds; only a test that hangs reaches it, even on a slow machine that runs all
  /// tests at once.
  ///
  /// It ends a test and measures nothing: performance is bounded by counts of work.
  package static let seconds = 600
  /// The minimum number of checks before a test gives up, since its task may be scheduled rarely.
  fileprivate static let looks = 100
}

/// Waits until a condition holds, however slow the machine is.
///
/// - Parameters:
///   - isolation: The actor on which the condition is evaluated: the caller's own.
///   - isSo: The condition; it may have side effects, such as advancing the clock.
/// - Returns: Whether the condition holds. False after `HangLimit.seconds`, or when the task was
///   cancelled.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, _ isSo: () async throws -> Bool
) async rethrows -> Bool {
  let limit = ContinuousClock.now.advanced(by: .seconds(HangLimit.seconds))
  var looks = 0
  while try await !isSo() {
    looks += 1
    let isLate = looks > HangLimit.looks && ContinuousClock.now > limit
    if isLate || Task.isCancelled { return try await isSo() }
    // After many checks, sleep so that the awaited work gets the processor.
    if looks < HangLimit.looks { await Task.yield() } else { await aMillisecond() }
  }
  return true
}

private func aMillisecond() async {
  await withCheckedContinuation { done in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { done.resume() }
  }
}
