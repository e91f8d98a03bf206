/// Resumes tasks that wait for the disposition of an event, whenever a worker has made progress.
///
/// It is safe to use from any thread. Every waiting task is resumed: by a notification, by the
/// end, or by its cancellation.
package final class DeliveryObserver: Sendable {
  /// A point in time: the number of notifications so far, and whether this is closed.
  package struct Turn: Equatable, Sendable {
    var number: UInt64 = 0
    package fileprivate(set) var isLast = false
  }

  private struct State {
    var turn = Turn()
    var waiters: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    var nextWaiter: UInt64 = 0
  }

  private let state = Locked(State())

  package init() {}

  package var turn: Turn { state.withLock { $0.turn } }

  package var waiters: Int { state.withLock { $0.waiters.count } }

  package func notify() { wake { $0.number &+= 1 } }

  /// Resumes all waiting tasks; later calls of `wait` return immediately.
  package func close() { wake { $0.isLast = true } }

  private func wake(_ change: @Sendable (inout Turn) -> Void) {
    let waiters = state.withLock { state in
      change(&state.turn)
      defer { if !state.waiters.isEmpty { state.waiters = [:] } }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Returns after a notification since the turn was taken; throws `CancellationError` when the task
  /// is cancelled.
  package func wait(after turn: Turn) async throws {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          // A later cancellation finds the waiter in the dictionary.
          guard state.turn == turn, !turn.isLast, !Task.isCancelled else { return true }
          state.waiters[waiter] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
    }
    try Task.checkCancellation()
  }
}
