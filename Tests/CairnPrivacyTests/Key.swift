#if canImport(CryptoKit) || Crypto
import Cairn
import CairnPrivacy

/// A key that a test can make unavailable, change and destroy.
final class Key: KeyStore {
  struct Gone: Error {}

  private let bytes: Locked<[UInt8]?>
  private let destructions = Locked(0)

  init(_ byte: UInt8 = 7) { bytes = Locked(Key.bytes(byte)) }

  static func bytes(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 32) }

  /// Sets the key; nil makes it unavailable.
  func set(_ byte: UInt8?) { bytes.withLock { $0 = byte.map(Key.bytes) } }

  var destroyed: Int { destructions.withLock { $0 } }

  func key(for instance: String) throws -> [UInt8] {
    guard let key = bytes.withLock({ $0 }) else { throw Gone() }
    return key
  }

  func destroyKey(for instance: String) throws {
    destructions.withLock { $0 += 1 }
    bytes.withLock { $0 = Key.bytes(($0?.first ?? 0) + 1) }
  }
}
#endif
