/// The rights and limits of a write key.
struct WriteGrant: Sendable, Equatable {
  /// Identifies the key without containing it.
  var id: String = ""
  var project: String
  /// The requests a second; nil for any number.
  var rate: Int?
  /// The events a day; nil for any number.
  var quota: Int?
  /// The origins of the web pages that may use the key; empty when there is no rule.
  var origins: Set<String> = []

  /// Adds an attribute of a line in a key file, such as `rate=10`; returns the problem of one that
  /// is not valid.
  mutating func add(_ attribute: Substring) -> String? {
    let parts = attribute.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return "has an attribute that is not name=value" }
    switch parts[0] {
    case "rate", "quota":
      guard let number = Int(parts[1]), (1...1_000_000_000).contains(number) else {
        return "has a \(parts[0]) that is not a number from 1 to 1000000000"
      }
      if parts[0] == "rate" { rate = number } else { quota = number }
    case "origins":
      for origin in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
        guard Self.isOrigin(origin) else {
          return "has an origin that is not written as https://name or https://name:port"
        }
        origins.insert(String(origin))
      }
    default: return "has an attribute that is not rate, quota or origins"
    }
    return nil
  }

  /// Returns whether a text is an origin as browsers send it.
  private static func isOrigin(_ text: some StringProtocol) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else {
      return false
    }
    let host = text.dropFirst(scheme.count)
    return !host.isEmpty
      && host.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["),
          UInt8(ascii: "]"):
          true
        default: false
        }
      }
  }
}
