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
  private let rate: Int?
  private let quota: Int?
  private let fixed: Keys
  private let file: KeyFile?

  init(_ configuration: CollectorConfiguration, logger: Logger) throws(CollectorError) {
    rate = configuration.requestsPerSecondOfKey
    quota = configuration.eventsPerDayOfKey
    fixed = Keys(
      writes: Self.digested(configuration.writeKeys).mapValues { WriteGrant(project: $0) },
      reads: Self.digested(configuration.readKeys),
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
    try grant(ofWriteKey: key).project
  }

  /// Returns the rights of a write key, with the limits of the configuration where the key has
  /// none.
  ///
  /// - Throws: 401 if the key is unknown, empty or malformed.
  func grant(ofWriteKey key: String) throws(Refusal) -> WriteGrant {
    guard WriteKey.isWellFormed(key) else { throw .unauthorized("the write key is malformed") }
    // A quota for each key that a stranger invents would limit nothing.
    guard hasWriteKeys else { return WriteGrant(id: key, project: key, rate: rate) }
    let digest = Keys.digest(key)
    guard var grant = fixed.writes[digest] ?? file?.keys().writes[digest] else {
      throw .unauthorized("the key is not a write key of this collector")
    }
    grant.id = digest
    grant.rate = grant.rate ?? rate
    grant.quota = grant.quota ?? quota
    return grant
  }

  /// Returns whether a write key allows requests from pages of this origin; without write keys,
  /// those from this machine are allowed.
  func allows(origin: String) -> Bool {
    guard hasWriteKeys else { return LoopbackName.matches(origin: origin) }
    return file?.keys().origins.contains(origin) ?? false
  }

  /// Returns the scope of a read key, or of an admin key, which also permits reading; nil for an
  /// unknown key.
  func scope(ofReadKey key: String) -> ReadScope? {
    let digest = Keys.digest(key)
    return fixed.reads[digest] ?? file?.keys().reads[digest] ?? scope(ofAdminDigest: digest)
  }

  /// Returns the digests with this prefix of the keys that permit reading.
  func readDigests(prefix: String) -> [String] {
    let keys = all
    return keys.flatMap { $0.reads.keys.filter { $0.hasPrefix(prefix) } }
      + keys.flatMap { $0.admins.keys.filter { $0.hasPrefix(prefix) } }
  }

  /// Returns the keys of the configuration and of the file, by their digests.
  var all: [Keys] { [fixed] + [file?.keys()].compactMap { $0 } }

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
  var writes: [String: WriteGrant] = [:]
  /// The origins of all write keys.
  var origins: Set<String> = []
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
