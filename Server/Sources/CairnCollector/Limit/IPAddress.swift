import Foundation
import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An address of IPv4 or IPv6, as 4 or 16 bytes.
struct IPAddress: Sendable, Hashable {
  let bytes: [UInt8]

  /// Parses an address, also `[::1]`, and with a port behind it; nil for any other text.
  init?(_ text: some StringProtocol) {
    // An address of IPv6 may have the name of an interface behind it.
    let text = String(text.prefix { $0 != "%" }).trimmingSpaces
    let host =
      if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
        String(text[text.index(after: text.startIndex)..<end])
      } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
        String(text[..<colon])
      } else {
        text
      }
    guard let bytes = Self.parse(host, AF_INET, 4) ?? Self.parse(host, AF_INET6, 16) else {
      return nil
    }
    // An address of IPv4 on a socket of IPv6.
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
    self.bytes =
      bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.dropFirst(12)) : bytes
  }

  /// Takes the address of a connection; nil for a Unix domain socket.
  init?(_ address: SocketAddress?) {
    guard let text = address?.ipAddress else { return nil }
    self.init(text)
  }

  private static func parse(_ text: String, _ family: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }

  /// The part that belongs to one client: of an address of IPv6, the first 64 bits.
  var client: [UInt8] { bytes.count == 16 ? Array(bytes.prefix(8)) : bytes }
}

/// A range of addresses, such as `10.0.0.0/8` or a single address.
struct IPRange: Sendable, Hashable {
  private let bytes: [UInt8]
  private let bits: Int

  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let address = IPAddress(first) else { return nil }
    let most = address.bytes.count * 8
    guard let bits = parts.count == 1 ? most : Int(parts[1]), (0...most).contains(bits) else {
      return nil
    }
    bytes = address.bytes
    self.bits = bits
  }

  func contains(_ address: IPAddress) -> Bool {
    guard address.bytes.count == bytes.count else { return false }
    let (whole, rest) = (bits / 8, bits % 8)
    guard address.bytes.prefix(whole).elementsEqual(bytes.prefix(whole)) else { return false }
    return rest == 0 || (address.bytes[whole] ^ bytes[whole]) >> (8 - rest) == 0
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
