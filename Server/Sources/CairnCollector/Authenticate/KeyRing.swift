import Crypto
import Foundation
import Hummingbird
import Logging

/// The valid keys: those of the configuration, and those of a file that may change.
///
/// Keys are compared by their SHA-256 digests. The file contains only digests, and the duration of
/// a comparison reveals nothing about a key.
final class KeyRing: Sendable {
  let hasWriteKeys: Bool
  let hasReadKeys: Bool
  let hasAdminKeys: Bool
  private let fixed: Keys
  private let file: KeyFile?

  init(_ configuration: CollectorConfiguration, logger: Logger) throws(CollectorError) {
    fixed = Keys(
      writes: Self.digested(configuration.writeKeys), reads: Self.digested(configuration.readKeys),
      admins: Self.digested(configuration.adminKeys))
    file = try configuration.keysPath.map { path throws(CollectorError) in
      try KeyFile(path, logger: logger)
    }
    // A file may become empty by mistake; that must not give access to everybody.
    hasWriteKeys = !fixed.writes.isEmpty || file != nil
    hasAdminKeys = !fixed.admins.isEmpty || file != nil
    hasReadKeys = !fixed.reads.isEmpty || hasAdminKeys
  }

  /// - Throws: 401 if the key is unknown, empty or malformed.
  func project(ofWriteKey key: String) throws(Refusal) -> String {
    guard WriteKey.isWellFormed(key) else { throw .unauthorized("the write key is malformed") }
    guard hasWriteKeys else { return key }
    let digest = Keys.digest(key)
    guard let project = fixed.writes[digest] ?? file?.keys().writes[digest] else {
      throw .unauthorized("the write key is unknown")
    }
    return project
  }

  /// Returns the scope of a read key, or of an admin key, which also permits reading; nil for an
  /// unknown key.
  func scope(ofReadKey key: String) -> ReadScope? {
    let digest = Keys.digest(key)
    return fixed.reads[digest] ?? file?.keys().reads[digest] ?? scope(ofAdminDigest: digest)
  }

  /// Returns the scope of an admin key; nil for an unknown key.
  func scope(ofAdminKey key: String) -> ReadScope? { scope(ofAdminDigest: Keys.digest(key)) }

  private func scope(ofAdminDigest digest: String) -> ReadScope? {
    fixed.admins[digest] ?? file?.keys().admins[digest]
  }

  private static func digested<Value>(_ keys: [String: Value]) -> [String: Value] {
    Dictionary(keys.map { (Keys.digest($0.key), $0.value) }) { first, _ in first }
  }
}

/// Digests of keys, each with its project or scope.
struct Keys: Sendable, Equatable {
  /// The project of each write key.
  var writes: [String: String] = [:]
  var reads: [String: ReadScope] = [:]
  var admins: [String: ReadScope] = [:]

  /// Returns the SHA-256 in hexadecimal digits.
  static func digest(_ key: String) -> String {
    SHA256.hash(data: Data(key.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
