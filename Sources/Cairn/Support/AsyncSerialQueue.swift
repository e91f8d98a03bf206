/// Runs asynchronous work one at a time, in order of arrival.
///
/// Work runs to its end even if the task that waits for it is cancelled.
package final class AsyncSerialQueue: Sendable {
  private struct State {
    var isTaken = false
    var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []
  }

  private let state = Locked(State())

  package init() {}

  package func pass<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async
    -> Result
  {
    await enter()
    defer { leave() }
    return await Task { await work() }.value
  }

  /// Waits for the turn with a continuation.
  ///
  /// A chain of tasks that wait for each other would not do: the runtime raises the priority of all
  /// tasks in the chain by recursion, and many of them would overflow the stack.
  private func enter() async {
    await withCheckedContinuation { turn in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(turn) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { turn.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state in
      let next = state.waiting.popFirst()
      state.isTaken = next != nil
      return next
    }
    next?.resume()
  }
}
