#if canImport(Network)
import Dispatch
import Network

/// Connectivity according to Apple's systems.
///
/// It requires no entitlement and no permission of the user.
package final class PathMonitor: SignalSource {
  private let monitor = Locked<NWPathMonitor?>(nil)
  private let connection = Locked(Connection())
  /// Whether the user has enabled Low Data Mode for the path.
  private let constrained = Locked(false)

  package init() {}

  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    monitor.withLock { monitor in
      guard monitor == nil else { return }
      let new = NWPathMonitor()
      new.pathUpdateHandler = { [weak self] path in
        guard let self else { return }
        let way = Self.way(path)
        for signal in connection.withLock({ $0.change(to: way) }) { handle(signal) }
        let isConstrained = path.isConstrained
        if constrained.withLock({ $0.change(to: isConstrained) }) {
          handle(.lowData(isConstrained))
        }
      }
      new.start(queue: DispatchQueue(label: "cairn.network"))
      monitor = new
    }
  }

  package func stop() {
    monitor.withLock { monitor in
      monitor?.cancel()
      monitor = nil
    }
  }

  /// Returns the path.
  ///
  /// One that requires a connection, such as that of a VPN on demand, gets it when data is sent.
  private static func way(_ path: NWPath) -> Connection.Path? {
    path.status == .unsatisfied ? nil : Connection.Path(kind(path))
  }

  private static func kind(_ path: NWPath) -> NetworkKind {
    if path.usesInterfaceType(.wifi) { return .wifi }
    if path.usesInterfaceType(.cellular) { return .cellular }
    return path.usesInterfaceType(.wiredEthernet) ? .wired : .other
  }
}

extension Bool {
  /// Sets the value; returns whether it was another one.
  fileprivate mutating func change(to value: Bool) -> Bool {
    defer { self = value }
    return self != value
  }
}
#endif
