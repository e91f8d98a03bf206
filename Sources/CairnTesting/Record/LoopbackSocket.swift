#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A socket with a loopback port of its own; the owner must close it.
struct LoopbackSocket {
  let descriptor: Int32
  let port: UInt16

  /// Returns nil when the system has no free port.
  init?() {
    let descriptor = Loopback.makeSocket()
    var address = Loopback.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      return nil
    }
    (self.descriptor, port) = (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Listens for connections, with a backlog of the given size.
  func admit(_ waiting: Int32) { listen(descriptor, waiting) }

  /// Returns a socket that connects to this one, or waits to.
  func visitor() -> Int32 {
    let visitor = Loopback.makeSocket()
    _ = fcntl(visitor, F_SETFL, O_NONBLOCK)
    _ = Loopback.connectSocket(visitor, toPort: port)
    return visitor
  }
}
