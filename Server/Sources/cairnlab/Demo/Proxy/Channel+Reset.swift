import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Channel {
  /// Ends the connection with RST instead of FIN, by closing a socket with a linger time of 0.
  func reset() async throws { try await resetting().get() }

  /// Ends the connection with RST, for use on the event loop.
  func resetting() -> EventLoopFuture<Void> {
    guard let options = self as? any SocketOptionProvider else { return close() }
    return options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).flatMap { self.close() }
  }
}
