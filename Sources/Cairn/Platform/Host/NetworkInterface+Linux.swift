#if os(Linux)
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The current interfaces of this network namespace.
extension NetworkInterface {
  package static func all() -> [NetworkInterface] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: [String: NetworkInterface] = [:]
    for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let entry = entry?.pointee, let name = entry.ifa_name else { continue }
      let text = String(cString: name)
      found[text, default: NetworkInterface(name: text)].take(in: entry)
    }
    return found.values.map { $0.withKind() }
  }

  private mutating func take(in entry: ifaddrs) {
    let flags = entry.ifa_flags
    isLoopback = flags & UInt32(IFF_LOOPBACK) != 0
    isRunning =
      flags & UInt32(IFF_UP) != 0 && flags & UInt32(IFF_RUNNING) != 0
    guard let (address, isOwn) = Self.address(entry.ifa_addr) else { return }
    hasAddress = true
    if !isOwn { addresses.insert(address) }
  }

  /// Returns the address, and whether the link assigned it itself.
  private static func address(_ pointer: UnsafeMutablePointer<sockaddr>?) -> ([UInt8], Bool)? {
    guard let pointer else { return nil }
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET:
      let bytes = pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
      }
      return (bytes, bytes.starts(with: [169, 254]))
    case AF_INET6:
      let bytes = pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
      }
      return (bytes, bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
    default: return nil
    }
  }

  private func withKind() -> NetworkInterface {
    let folder = "/sys/class/net/\(name)"
    var known = self
    known.isPhysical = access(folder + "/device", F_OK) == 0
    let event = (try? String(contentsOfFile: folder + "/uevent", encoding: .utf8)) ?? ""
    let type = (try? String(contentsOfFile: folder + "/type", encoding: .utf8)) ?? ""
    if access(folder + "/wireless", F_OK) == 0 || event.contains("DEVTYPE=wlan") {
      known.kind = .wifi
    } else if event.contains("DEVTYPE=wwan") {
      known.kind = .cellular
    } else if type.prefix(while: \.isNumber) == "1" {
      known.kind = .wired
    }
    return known
  }
}
#endif
