import Crypto
import Foundation

/// The session of a browser, which is completely in its cookie.
///
/// The cookie contains the read key, sealed with a key that is derived from the digest of the read
/// key, and the time at which it ends. So each collector that knows the digest accepts it, without
/// shared memory, and a key that is revoked ends its sessions. A cookie without the digests does
/// not reveal the read key, and the digests do not suffice to create a cookie.
enum PageSession {
  static let cookie = "cairn-session"
  static let seconds: Int64 = 12 * 3_600
  /// The maximum number of bytes of a cookie that is read.
  static let maxBytes = 1_024

  private static let prefixLength = 16

  /// Returns the value of the cookie for a valid read key; nil for an unknown key.
  static func seal(_ key: String, _ keys: KeyRing, now: Int64) -> String? {
    guard keys.scope(ofReadKey: key) != nil else { return nil }
    let digest = Keys.digest(key)
    let end = now + seconds
    guard
      let box = try? ChaChaPoly.seal(
        Data(key.utf8), using: secret(digest), authenticating: header(end))
    else { return nil }
    return "\(end).\(digest.prefix(prefixLength)).\(box.combined.base64URL)"
  }

  /// Returns what the session may read; nil when it has ended, or is none of this collector.
  static func scope(_ cookie: String, _ keys: KeyRing, now: Int64) -> ReadScope? {
    let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
    guard cookie.utf8.count <= maxBytes, parts.count == 3, let end = Int64(parts[0]), now < end,
      parts[1].count == prefixLength, let sealed = Data(base64URL: parts[2]),
      let box = try? ChaChaPoly.SealedBox(combined: sealed)
    else { return nil }
    for digest in keys.readDigests(prefix: String(parts[1])) {
      guard
        let opened = try? ChaChaPoly.open(box, using: secret(digest), authenticating: header(end)),
        let key = String(data: opened, encoding: .utf8)
      else { continue }
      return keys.scope(ofReadKey: key)
    }
    return nil
  }

  private static func secret(_ digest: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Data(digest.utf8)), info: Data("cairn pages".utf8),
      outputByteCount: 32)
  }

  private static func header(_ end: Int64) -> Data { Data("cairn session 1 \(end)".utf8) }
}

extension Data {
  /// The characters of base64url (RFC 4648, 5), without padding.
  fileprivate var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  fileprivate init?(base64URL text: Substring) {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    self.init(base64Encoded: plain + padding)
  }
}
