#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Bytes that the other side of a connection has sent and nobody has read yet.
enum UnreadBytes {
  /// Returns whether the system holds such bytes, without waiting for them or taking them.
  static func exist(on socket: CInt) -> Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }
}
