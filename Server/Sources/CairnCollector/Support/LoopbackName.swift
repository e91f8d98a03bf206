import NIOCore

/// The names and addresses that only ever mean this machine.
enum LoopbackName {
  /// Whether a name or an address, without a port, is one of them.
  static func matches(_ host: String) -> Bool {
    let name = unwrapped(host.lowercased())
    if name == "localhost" { return true }
    // Parsed and written anew: `127.0.0.1.example.com` is somebody else's name, and `::0001` is this machine.
    guard let address = try? SocketAddress(ipAddress: name, port: 0).ipAddress else { return false }
    return address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
  }

  /// Whether a name or an address with or without a port, as in the header `Host`, is one of them.
  static func matches(authority: String) -> Bool {
    let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
    let rest = authority[(end ?? authority.startIndex)...]
    guard let colon = rest.firstIndex(of: ":") else { return matches(authority) }
    let port = authority[authority.index(after: colon)...]
    guard port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return false
    }
    return matches(String(authority[..<colon]))
  }

  /// Whether a page that a browser names so, as in the header `Origin`, comes from this machine.
  static func matches(origin: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: { origin.hasPrefix($0) }) else {
      return false
    }
    return matches(authority: String(origin.dropFirst(scheme.count)))
  }

  /// An IPv6 address stands in brackets beside a port.
  private static func unwrapped(_ host: String) -> String {
    guard host.hasPrefix("["), host.hasSuffix("]"), host.contains(":") else { return host }
    return String(host.dropFirst().dropLast())
  }
}
