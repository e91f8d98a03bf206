#if canImport(CryptoKit) || Crypto
public import Cairn
public import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

extension RedactionAction {
  /// Replaces a text with a keyed hash: HMAC-SHA256 of the text under the salt, in hexadecimal
  /// digits.
  ///
  /// Equal texts have equal hashes, so events can still be counted by user or address without
  /// revealing which. Whether a hash is that of a given address can be determined only with the
  /// salt. So keep the salt from those who see the events. A salt in an app can be read by anyone
  /// who has the app: to hide the texts only from the receiving side, generate a salt for each
  /// installation. A list or an object is hashed value by value. Uppercase and lowercase texts are
  /// different.
  ///
  /// - Parameters:
  ///   - salt: At least 16 random bytes. Another salt produces other hashes.
  ///   - length: The number of digits: from 16, with which one pair among four billion texts
  ///     collides by chance, to 64. The default is 32.
  /// - Returns: An action for the rules of `Configuration.redaction`.
  public static func hash(salt: some ContiguousBytes, length: Int = 32) -> RedactionAction {
    let key = salt.withUnsafeBytes { SymmetricKey(data: Data($0)) }
    let digits = min(max(16, length), 64)
    return .transform { text in
      let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
      return String(code.hexadecimal.prefix(digits))
    }
  }
}

extension RedactionRule {
  /// Replaces the values of these keys with a keyed hash, at any depth; see
  /// `RedactionAction.hash(salt:length:)`.
  public static func hash(_ keys: String..., salt: some ContiguousBytes) -> RedactionRule {
    .keys(keys, action: .hash(salt: salt))
  }
}
#endif
