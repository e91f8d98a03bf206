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
