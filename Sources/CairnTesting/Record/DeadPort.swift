#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A port on the loopback from which no answer ever comes.
package final class DeadPort: Sendable {
  /// How far one gets.
  package enum Kind: Sendable {
    /// Nobody listens, and the system says so.
    case refusing
    /// Nobody says anything: no connection comes about.
    case deaf
    /// There is a connection, and whatever is sent is taken.
    case mute
  }

  package let port: UInt16
  /// Closed with it.
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
      // A queue that is full: the system answers nobody until somebody is let in.
      listener.admit(0)
      sockets = [listener.descriptor] + (0..<4).map { _ in listener.visitor() }
    }
  }

  deinit { for socket in sockets { close(socket) } }
}
