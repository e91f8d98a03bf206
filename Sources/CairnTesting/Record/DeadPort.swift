#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

#if canImport(Glibc)
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
private let streamSocket = SOCK_STREAM
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
    let listener = socket(AF_INET, streamSocket, 0)
    guard let bound = Self.bound(listener) else {
      close(listener)
      return nil
    }
    port = UInt16(bigEndian: bound.sin_port)
    switch kind {
    case .refusing: sockets = [listener]
    case .mute:
      listen(listener, 8)
      sockets = [listener]
    case .deaf:
      // A queue that is full: the system answers nobody until somebody is let in.
      listen(listener, 0)
      sockets = [listener] + (0..<4).map { _ in Self.visitor(bound) }
    }
  }

  deinit { for socket in sockets { close(socket) } }

  private static func bound(_ listener: Int32) -> sockaddr_in? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && getsockname(listener, address, &size) == 0
      }
    }
    return isBound ? address : nil
  }

  /// Stands in the queue, or before it.
  private static func visitor(_ address: sockaddr_in) -> Int32 {
    let visitor = socket(AF_INET, streamSocket, 0)
    _ = fcntl(visitor, F_SETFL, O_NONBLOCK)
    var address = address
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        connect(visitor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return visitor
  }
}
