/// Handles termination signals: the process ends by the signal after all listeners have finished.
package final class TerminationSignals: Sendable {
  /// A closure that runs before the process ends.
  package typealias Farewell = @Sendable () async -> Void
  /// Watches a signal until the returned closure is called; nil when other code handles or ignores
  /// the signal.
  package typealias Watch =
    @Sendable (TerminationSignal, @escaping @Sendable () -> Void) -> (@Sendable () -> Void)?

  package static let shared = TerminationSignals(
    watch: ProcessSignals.watch, end: ProcessSignals.end)

  private struct State {
    var nextID = 0
    var listeners: [Int: (signals: Set<TerminationSignal>, farewell: Farewell)] = [:]
    /// The closures that stop watching each signal.
    var watched: [TerminationSignal: @Sendable () -> Void] = [:]
    var isEnding = false
  }

  private let state = Locked(State())
  private let watch: Watch
  private let end: @Sendable (TerminationSignal) -> Void

  package init(
    watch: @escaping Watch, end: @escaping @Sendable (TerminationSignal) -> Void
  ) {
    self.watch = watch
    self.end = end
  }

  /// Returns the listener's identifier, and the signals that are not watched because other code
  /// already handles or ignores them.
  package func listen(
    to signals: Set<TerminationSignal>, farewell: @escaping Farewell
  ) -> (id: Int, notTaken: Set<TerminationSignal>) {
    state.withLock { state in
      state.nextID += 1
      for signal in signals where state.watched[signal] == nil {
        state.watched[signal] = watch(signal) { [weak self] in self?.handle(signal) }
      }
      let own = signals.intersection(state.watched.keys)
      state.listeners[state.nextID] = (own, farewell)
      return (state.nextID, signals.subtracting(own))
    }
  }

  /// Removes a listener; signals without listeners end the process immediately again.
  package func forget(_ id: Int) {
    state.withLock { state in
      state.listeners[id] = nil
      let wanted = state.listeners.values.reduce(into: Set()) { $0.formUnion($1.signals) }
      for (signal, giveBack) in state.watched where !wanted.contains(signal) {
        giveBack()
        state.watched[signal] = nil
      }
    }
  }

  /// Handles a signal; a second signal does not wait for the closures that the first one started.
  private func handle(_ signal: TerminationSignal) {
    let farewells = state.withLock { state -> [Farewell] in
      guard !state.isEnding else { return [] }
      state.isEnding = true
      return state.listeners.values.filter { $0.signals.contains(signal) }.map(\.farewell)
    }
    guard !farewells.isEmpty else { return end(signal) }
    Task.detached { [end] in
      await withTaskGroup(of: Void.self) { group in
        for farewell in farewells { group.addTask { await farewell() } }
      }
      end(signal)
    }
  }
}
