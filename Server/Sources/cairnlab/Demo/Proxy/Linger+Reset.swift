#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension linger {
  /// With this time, closing a socket ends its connection with RST instead of FIN.
  static var reset: linger { linger(l_onoff: 1, l_linger: 0) }
}
