#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A socket for the kernel's messages about links, addresses and routes.
struct RouteSocket: Sendable {
  let descriptor: Int32

  /// The groups of links, and of addresses and routes of both versions, from <linux/rtnetlink.h>,
  /// which is not imported.
  private static let groups: UInt32 = 0x1 | 0x10 | 0x100 | 0x40 | 0x400
  /// The family NETLINK_ROUTE of <linux/netlink.h>.
  private static let routeFamily: Int32 = 0

  #if canImport(Glibc)
  private static let kind = Int32(
    SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
  #else
  private static let kind = SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK
  #endif

  /// Opens a socket; nil when the process may not have one.
  init?() {
    let descriptor = socket(AF_NETLINK, Self.kind, Self.routeFamily)
    guard descriptor >= 0 else { return nil }
    // A struct sockaddr_nl: family, padding, the port that the kernel chooses, the groups.
    let address: (UInt16, UInt16, UInt32, UInt32) = (UInt16(AF_NETLINK), 0, 0, Self.groups)
    let status = withUnsafeBytes(of: address) { bytes in
      bytes.baseAddress.map { base in
        bind(
          descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
    }
    guard status == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  func shut() { close(descriptor) }

  /// Reads all waiting messages; returns whether a default route was added.
  ///
  /// Messages that exceeded the kernel's buffer are not needed, because the reader then reads the
  /// current interfaces.
  func readAll() -> Bool {
    var hasNewRoute = false
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 {
        hasNewRoute = NetlinkMessages.haveDefaultRoute(buffer.prefix(count)) || hasNewRoute
      } else if count == 0 || (errno != EINTR && errno != ENOBUFS) {
        return hasNewRoute
      }
    }
  }
}
#endif
