#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A connected socket, which causes no signal when the other side has disconnected.
///
/// The owner must close it.
package struct ConnectedSocket: Sendable {
  /// The error of a system call.
  package struct Failure: Error {
    package let code: Int32
  }

  package let descriptor: Int32

  /// Takes a socket that has been accepted.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    #if canImport(Darwin)
    var isQuiet: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Connects to a loopback port.
  package init(port: UInt16) throws {
    self.init(Loopback.makeSocket())
    guard Loopback.connectSocket(descriptor, toPort: port) == 0 else {
      let failure = Failure(code: errno)
      close()
      throw failure
    }
  }

  package func close() { closeDescriptor(descriptor) }

  /// Sends all bytes; throws when the other side has disconnected.
  package func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { sendQuietly(descriptor, $0) }
      guard count > 0 else { throw Failure(code: errno) }
      rest = rest.dropFirst(count)
    }
  }
}

// Inside the type, `close` and `send` refer to its own methods.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func sendQuietly(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
  send(descriptor, bytes.baseAddress, bytes.count, 0)
  #else
  send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #endif
}
