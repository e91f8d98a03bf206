/// Recognizes the names and addresses of this machine.
package enum LocalHost {
  /// Returns whether a destination's host is this machine; the host may have a scheme before it and
  /// a port after it.
  package static func matches(_ host: String?) -> Bool {
    guard let host else { return false }
    let name = name(in: host.lowercased())
    return name == "localhost" || name.hasSuffix(".localhost") || name == "::1"
      || isLoopbackIPv4(name)
  }

  private static func name(in host: String) -> String {
    let place = host.firstRange(of: "://").map { host[$0.upperBound...] } ?? host[...]
    let authority = place.prefix { $0 != "/" }
    if authority.first == "[" { return String(authority.dropFirst().prefix { $0 != "]" }) }
    // Foundation returns IPv6 addresses without brackets.
    if authority.hasPrefix("::1:") { return "::1" }
    let isIPv6 = authority.filter { $0 == ":" }.count > 1
    return String(isIPv6 ? authority : authority.prefix { $0 != ":" })
  }

  // All four parts must be numbers: `127.0.0.1.example.com` is a name in another domain.
  private static func isLoopbackIPv4(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
