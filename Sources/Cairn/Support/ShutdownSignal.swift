/// Ends sleeps early when something is closed.
package final class ShutdownSignal: Sendable {
  private struct State {
    var isClosed = false
    var nextID = 0
    var sleepers: [Int: Task<Void, Never>] = [:]
  }

  private let state = Locked(State())

  package init() {}

  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Ends all sleeps; later ones return immediately.
  package func close() {
    let sleepers = state.withLock { state in
      state.isClosed = true
      defer { state.sleepers = [:] }
      return state.sleepers
    }
    for sleeper in sleepers.values { sleeper.cancel() }
  }

  /// Returns when the sleep ends, when this is closed, or when the task is cancelled.
  package func sleep(_ sleep: @escaping @Sendable () async throws -> Void) async {
    let sleeper = Task { _ = try? await sleep() }
    let id = register(sleeper)
    await withTaskCancellationHandler {
      await sleeper.value
    } onCancel: {
      sleeper.cancel()
    }
    state.withLock { $0.sleepers[id] = nil }
  }

  private func register(_ sleeper: Task<Void, Never>) -> Int {
    let (id, isClosed) = state.withLock { state in
      state.nextID += 1
      if !state.isClosed { state.sleepers[state.nextID] = sleeper }
      return (state.nextID, state.isClosed)
    }
    if isClosed { sleeper.cancel() }
    return id
  }
}
