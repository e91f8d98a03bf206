#if canImport(CryptoKit) || Crypto
public import Cairn
public import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

extension RedactionAction {
  /// Puts a keyed hash in its place: HMAC-SHA256 of the text under the salt, in hexadecimal digits.
  ///
  /// Equal texts have equal hashes, so that events can still be counted by user or address without saying whose they are.
  /// Without the salt nobody can tell whether a hash is that of a given address; with it anybody can. So keep it from
  /// those who see the events. A salt in an app can be read by whoever has the app: to hide the texts from the receiving
  /// side alone, draw one for each installation. A list or an object is hashed value by value; upper and lower case are
  /// different texts.
  ///
  /// - Parameters:
  ///   - salt: At least 16 bytes, drawn at random. Another one makes other hashes.
  ///   - length: How many digits: from 16, which one pair among four billion texts shares by chance, to 64. The default is 32.
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
  /// Puts a keyed hash in the place of the values of these keys, at any depth; see `RedactionAction.hash(salt:length:)`.
  public static func hash(_ keys: String..., salt: some ContiguousBytes) -> RedactionRule {
    .keys(keys, action: .hash(salt: salt))
  }
}
#endif
