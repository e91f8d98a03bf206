/// The names and addresses that only ever mean this machine.
enum LoopbackName {
  static func matches(_ host: String) -> Bool {
    let name = host.lowercased()
    return name == "localhost" || name == "::1" || name == "[::1]" || isLoopbackIPv4(name)
  }

  // All four parts must be numbers: `127.0.0.1.example.com` is somebody else's name.
  private static func isLoopbackIPv4(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
