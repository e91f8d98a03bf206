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

/// A socket with a loopback port of its own; the owner must close it.
struct LoopbackSocket {
  let descriptor: Int32
  private let address: sockaddr_in

  var port: UInt16 { UInt16(bigEndian: address.sin_port) }

  /// Returns nil when the system has no free port.
  init?() {
    descriptor = socket(AF_INET, streamSocket, 0)
    let descriptor = self.descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
      }
    }
    self.address = address
    guard isBound else {
      close(descriptor)
      return nil
    }
  }

  /// Listens for connections, with a backlog of the given size.
  func admit(_ waiting: Int32) { listen(descriptor, waiting) }

  /// Returns a socket that connects to this one, or waits to.
  func visitor() -> Int32 {
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
