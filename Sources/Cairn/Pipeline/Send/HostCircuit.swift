/// The circuit breaker of one host, and who waits for it.
package final class HostCircuit: Sendable {
  private struct State {
    var breaker = CircuitBreaker()
    var listeners: [String: @Sendable () -> Void] = [:]
  }

  private let state = Locked(State())

  package init() {}

  package func admit(at now: Int64, urged: Bool) -> CircuitBreaker.Verdict {
    state.withLock { $0.breaker.admit(at: now, urged: urged) }
  }

  package func failed(until: Int64) { state.withLock { $0.breaker.failed(until: until) } }

  package func abandon() { state.withLock { $0.breaker.abandon() } }

  /// Tells the others when they have waited for that.
  package func answered() {
    let listeners = state.withLock { state in
      state.breaker.answered() ? Array(state.listeners.values) : []
    }
    for listener in listeners { listener() }
  }

  /// Calls when the host answers again, on the thread of whoever found out.
  package func listen(_ name: String, _ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listeners[name] = listener }
  }

  package func forget(_ name: String) { state.withLock { $0.listeners[name] = nil } }
}
