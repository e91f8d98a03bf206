package import Cairn
package import Foundation

/// Makes UUIDs that are derived from names (RFC 9562).
package enum NameUUID {
  /// The namespace for object identifiers of RFC 9562: 6ba7b812-9dad-11d1-80b4-00c04fd430c8.
  private static let space: [UInt8] = [
    0x6B, 0xA7, 0xB8, 0x12, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
  ]

  /// Returns a UUID of version 5.
  package static func make(of names: [String]) -> UUID { uuid(hash(names), version: 0x50) }

  /// Returns a UUID of version 7: a time, followed by a hash of the names.
  package static func make(of names: [String], at time: WallTime) -> UUID {
    var bytes = hash(names)
    for place in 0..<6 {
      bytes[place] = UInt8(truncatingIfNeeded: time.milliseconds >> (40 - 8 * place))
    }
    return uuid(bytes, version: 0x70)
  }

  private static func hash(_ names: [String]) -> [UInt8] {
    Array(SHA1.hash(space + names.joined(separator: "\n").utf8).prefix(16))
  }

  private static func uuid(_ bytes: [UInt8], version: UInt8) -> UUID {
    var bytes = bytes
    bytes[6] = bytes[6] & 0x0F | version
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
