import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Channel {
  /// Ends the connection with RST instead of FIN, which a socket that does not linger does.
  func reset() async throws { try await resetting().get() }

  /// The same, for use on the event loop.
  func resetting() -> EventLoopFuture<Void> {
    guard let options = self as? any SocketOptionProvider else { return close() }
    return options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).flatMap { self.close() }
  }
}
