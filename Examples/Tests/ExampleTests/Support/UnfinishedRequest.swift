import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A connection over which half of a request was sent.
struct UnfinishedRequest {
  struct Failure: Error {
    var code: Int32
  }

  private let socket: Int32

  /// Returns when the half is sent.
  init(to address: String) throws {
    let port = UInt16(address.split(separator: ":").last ?? "") ?? 0
    socket = try connected(to: port)
    let half = Array("POST /orders HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{".utf8)
    guard write(socket, half, half.count) == half.count else { throw Failure(code: errno) }
  }

  func close() { shut(socket) }
}

private func connected(to port: UInt16) throws -> Int32 {
  #if canImport(Glibc)
  let stream = Int32(SOCK_STREAM.rawValue)
  #else
  let stream = SOCK_STREAM
  #endif
  let descriptor = socket(AF_INET, stream, 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let status = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard status == 0 else { throw UnfinishedRequest.Failure(code: errno) }
  return descriptor
}

// Inside the type, `close` refers to its own method.
private func shut(_ descriptor: Int32) { close(descriptor) }
