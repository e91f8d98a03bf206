import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Channel {
  /// Whether the system holds bytes of the client that the channel has not read yet; for use on the
  /// channel's event loop only.
  ///
  /// An event loop that accepts many connections at once can be late by a fraction of a second.
  var hasUnreadBytes: Bool {
    let available = try? pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self
    ) { socket in
      var byte: UInt8 = 0
      return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }
    return available ?? false
  }
}
