/// The circuit breaker of one host, and the destinations that wait for it.
package final class HostCircuit: Sendable {
  private struct State {
    var breaker = CircuitBreaker()
    var lastClient: CircuitBreaker.ClientID = 0
    var listeners: [CircuitBreaker.ClientID: @Sendable () -> Void] = [:]
  }

  private let state = Locked(State())

  package init() {}

  /// Adds a destination and returns its identifier.
  package func join() -> CircuitBreaker.ClientID {
    state.withLock { state in
      state.lastClient += 1
      return state.lastClient
    }
  }

  package func admit(
    _ client: CircuitBreaker.ClientID, at now: MonotonicTime, urged: Bool, patience: Milliseconds
  ) -> CircuitBreaker.Verdict {
    state.withLock { $0.breaker.admit(client, at: now, urged: urged, patience: patience) }
  }

  package func failed(
    _ client: CircuitBreaker.ClientID, at now: MonotonicTime, until: MonotonicTime
  ) {
    change(telling: client) { breaker in
      breaker.failed(client, at: now, until: until)
      return breaker.isOpen
    }
  }

  package func abandon(_ client: CircuitBreaker.ClientID) {
    change(telling: client) { breaker in
      breaker.abandon(client)
      return breaker.isOpen
    }
  }

  /// Records a response of the host, and notifies the other destinations if they waited for it.
  package func answered(_ client: CircuitBreaker.ClientID) {
    change(telling: client) { $0.answered() }
  }

  /// Sets a closure that is called when the wait may be over, on the thread that reports the
  /// change.
  package func listen(_ client: CircuitBreaker.ClientID, _ listener: @escaping @Sendable () -> Void)
  {
    state.withLock { $0.listeners[client] = listener }
  }

  package func leave(_ client: CircuitBreaker.ClientID) {
    state.withLock { $0.listeners[client] = nil }
    abandon(client)
  }

  /// Applies a change, and notifies all other destinations if it requires that.
  private func change(
    telling client: CircuitBreaker.ClientID, _ change: (inout CircuitBreaker) -> Bool
  ) {
    let listeners = state.withLock { state in
      change(&state.breaker) ? state.listeners.filter { $0.key != client }.map(\.value) : []
    }
    for listener in listeners { listener() }
  }
}

/// The circuit breakers of all hosts that an instance delivers to.
package final class HostCircuits: Sendable {
  private let circuits = Locked<[String: HostCircuit]>([:])

  package init() {}

  /// Returns the breaker of a host, or a separate one for a destination without a host.
  package func circuit(of host: String?) -> HostCircuit {
    guard let host else { return HostCircuit() }
    return circuits.withLock { circuits in
      if let circuit = circuits[host] { return circuit }
      let circuit = HostCircuit()
      circuits[host] = circuit
      return circuit
    }
  }
}
