#if os(Linux)
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Connectivity on Linux: a route socket reports changes of links, addresses and routes, after
/// which the interfaces are read.
///
/// The device is offline when a link existed and was lost. If there never was a link, nothing is
/// reported: a machine without a network may reach its server by a proxy, a name or a socket of its
/// own. Nothing is reported either if the system does not let the process watch.
package final class NetlinkMonitor: SignalSource {
  private struct State {
    var source: (any DispatchSourceRead)?
    var isStopped = false
  }

  private let queue = DispatchQueue(label: "cairn.network", qos: .utility)
  private let state = Locked(State())
  private let connection = Locked(LinkHistory())
  private let diagnostics: Diagnostics
  private let interfaces: @Sendable () -> [NetworkInterface]

  /// Creates a monitor; `interfaces` returns the current ones.
  package init(
    diagnostics: Diagnostics,
    interfaces: @escaping @Sendable () -> [NetworkInterface] = NetworkInterface.all
  ) {
    self.diagnostics = diagnostics
    self.interfaces = interfaces
  }

  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    queue.async { [weak self] in self?.open(handle) }
  }

  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.source?.cancel()
      state.source = nil
    }
  }

  private func open(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    guard let socket = RouteSocket() else {
      diagnostics.report(
        .notice, "network.unwatched",
        "the network cannot be observed here: it is assumed to be always available")
      return
    }
    state.withLock { state in
      guard !state.isStopped else { return socket.shut() }
      let source = DispatchSource.makeReadSource(
        fileDescriptor: socket.descriptor, queue: queue)
      source.setEventHandler { [weak self] in
        self?.look(hasNewRoute: socket.readAll(), handle)
      }
      source.setCancelHandler { socket.shut() }
      source.resume()
      state.source = source
    }
    // Read after the socket is open, so that no change in between is missed.
    look(hasNewRoute: false, handle)
  }

  private func look(
    hasNewRoute: Bool, _ handle: @escaping @Sendable (HostSignal) -> Void
  ) {
    let interfaces = interfaces()
    let signals = connection.withLock { $0.look(interfaces, hasNewRoute: hasNewRoute) }
    for signal in signals { handle(signal) }
  }
}
#endif
