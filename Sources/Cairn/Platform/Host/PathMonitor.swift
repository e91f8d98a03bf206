#if canImport(Network)
import Dispatch
import Network

/// Connectivity according to Apple's systems.
///
/// It requires no entitlement and no permission of the user.
package final class PathMonitor: SignalSource {
  private let monitor = Locked<NWPathMonitor?>(nil)
  private let connection = Locked(Connection())

  package init() {}

  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    monitor.withLock { monitor in
      guard monitor == nil else { return }
      let new = NWPathMonitor()
      new.pathUpdateHandler = { [weak self] path in
        guard let self else { return }
        let way = Self.way(path)
        for signal in connection.withLock({ $0.change(to: way) }) { handle(signal) }
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
#endif
