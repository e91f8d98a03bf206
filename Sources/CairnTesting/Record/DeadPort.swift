#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A loopback port that never responds.
package final class DeadPort: Sendable {
  /// The behavior of the port.
  package enum Kind: Sendable {
    /// The system refuses connections.
    case refusing
    /// No connection is established, and there is no error.
    case deaf
    /// A connection is established, and sent data is received, but there is no response.
    case mute
  }

  package let port: UInt16
  /// The sockets, which are closed with the port.
  private let sockets: [Int32]

  package init?(_ kind: Kind) {
    guard let listener = LoopbackSocket() else { return nil }
    port = listener.port
    switch kind {
    case .refusing: sockets = [listener.descriptor]
    case .mute:
      listener.admit(8)
      sockets = [listener.descriptor]
    case .deaf:
      // The queue is full: the system answers no further connection until one is accepted.
      listener.admit(0)
      sockets = [listener.descriptor] + (0..<4).map { _ in listener.visitor() }
    }
  }

  deinit { for socket in sockets { close(socket) } }
}
