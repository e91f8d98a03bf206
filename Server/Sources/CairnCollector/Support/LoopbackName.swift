import NIOCore

/// The names and addresses that always refer to this machine.
enum LoopbackName {
  /// Returns whether a name or an address, without a port, refers to this machine.
  static func matches(_ host: String) -> Bool {
    let name = unwrapped(host.lowercased())
    if name == "localhost" { return true }
    // The address is parsed and formatted again: `127.0.0.1.example.com` is a name of another
    // machine, and `::0001` is this machine.
    guard let address = try? SocketAddress(ipAddress: name, port: 0).ipAddress else { return false }
    return address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
  }

  /// Returns whether a name or an address with or without a port, as in the header `Host`, refers
  /// to this machine.
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

  /// Returns whether the origin of a page, as in the header `Origin`, is this machine.
  static func matches(origin: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: { origin.hasPrefix($0) }) else {
      return false
    }
    return matches(authority: String(origin.dropFirst(scheme.count)))
  }

  /// Removes the brackets, in which an IPv6 address is written beside a port.
  private static func unwrapped(_ host: String) -> String {
    guard host.hasPrefix("["), host.hasSuffix("]"), host.contains(":") else { return host }
    return String(host.dropFirst().dropLast())
  }
}
