/// Limits the number of concurrent operations, in order of arrival.
///
/// All tests begin at the same time: without a limit a hundred servers would run at once, with more
/// open files than most systems permit a process.
package actor Turns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(_ count: Int) { free = count }

  /// Performs the operation when it is its turn.
  package func take<Result: Sendable>(_ work: @Sendable () async throws -> Result) async rethrows
    -> Result
  {
    await enter()
    defer { leave() }
    return try await work()
  }

  private func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
