import Dispatch

/// When a test that waits for something gives up.
package enum HangLimit {
  /// Seconds; so many that only a test that hangs reaches them, also on a slow machine that runs all tests at once.
  ///
  /// It ends a test and measures nothing: what must be quick is bounded by counts of its work.
  package static let seconds = 600
  /// A task may get its turn only now and then: before it has looked so often, it does not give up.
  fileprivate static let looks = 100
}

/// Waits until a condition holds, however slow the machine is.
///
/// - Parameters:
///   - isolation: Where the condition is evaluated: the caller's own actor.
///   - isSo: The condition; it may do something, such as move the clock, to bring it about.
/// - Returns: Whether the condition holds. False after `HangLimit.seconds`, or when the task was cancelled.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, _ isSo: () async throws -> Bool
) async rethrows -> Bool {
  let limit = ContinuousClock.now.advanced(by: .seconds(HangLimit.seconds))
  var looks = 0
  while try await !isSo() {
    looks += 1
    let isLate = looks > HangLimit.looks && ContinuousClock.now > limit
    if isLate || Task.isCancelled { return try await isSo() }
    // Those who wait for long leave the processor to what they wait for.
    if looks < HangLimit.looks { await Task.yield() } else { await aMillisecond() }
  }
  return true
}

private func aMillisecond() async {
  await withCheckedContinuation { done in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { done.resume() }
  }
}
