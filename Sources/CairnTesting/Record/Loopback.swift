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

/// The addresses of this machine that other machines do not reach.
enum Loopback {
  /// Returns a new socket, which the caller must close; -1 when there is none.
  static func makeSocket() -> Int32 { socket(AF_INET, streamSocket, 0) }

  /// Returns the address of a port; with 0, the system chooses a free one.
  static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Connects a socket to a port; returns the status of the system call.
  static func connectSocket(_ descriptor: Int32, toPort port: UInt16) -> Int32 {
    withUnsafePointer(to: address(port: port)) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
