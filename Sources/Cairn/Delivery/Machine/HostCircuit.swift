/// The circuit breaker of one host, and who waits for it.
package final class HostCircuit: Sendable {
  private struct State {
    var breaker = CircuitBreaker()
    var lastSeat: CircuitBreaker.Seat = 0
    var listeners: [CircuitBreaker.Seat: @Sendable () -> Void] = [:]
  }

  private let state = Locked(State())

  package init() {}

  /// Joins those who ask.
  package func join() -> CircuitBreaker.Seat {
    state.withLock { state in
      state.lastSeat += 1
      return state.lastSeat
    }
  }

  package func admit(
    _ seat: CircuitBreaker.Seat, at now: Int64, urged: Bool, patience: Int64
  ) -> CircuitBreaker.Verdict {
    state.withLock { $0.breaker.admit(seat, at: now, urged: urged, patience: patience) }
  }

  package func failed(_ seat: CircuitBreaker.Seat, at now: Int64, until: Int64) {
    change(telling: seat) { breaker in
      breaker.failed(seat, at: now, until: until)
      return breaker.isOpen
    }
  }

  package func abandon(_ seat: CircuitBreaker.Seat) {
    change(telling: seat) { breaker in
      breaker.abandon(seat)
      return breaker.isOpen
    }
  }

  /// Tells the others when they have waited for that.
  package func answered(_ seat: CircuitBreaker.Seat) {
    change(telling: seat) { $0.answered() }
  }

  /// Calls when waiting may have an end, on the thread of whoever found out.
  package func listen(_ seat: CircuitBreaker.Seat, _ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listeners[seat] = listener }
  }

  package func leave(_ seat: CircuitBreaker.Seat) {
    state.withLock { $0.listeners[seat] = nil }
    abandon(seat)
  }

  /// Tells all others if the change says so.
  private func change(
    telling seat: CircuitBreaker.Seat, _ change: (inout CircuitBreaker) -> Bool
  ) {
    let listeners = state.withLock { state in
      change(&state.breaker) ? state.listeners.filter { $0.key != seat }.map(\.value) : []
    }
    for listener in listeners { listener() }
  }
}
