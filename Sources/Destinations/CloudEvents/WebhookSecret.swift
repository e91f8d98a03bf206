import Cairn
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

/// A secret that signs requests according to the Standard Webhooks specification.
///
/// Anybody who has the secret can sign as this app. Generate one for each installation and give it
/// to the app over an authenticated connection, or sign on a server. A secret in the app's binary
/// is public.
public struct WebhookSecret: Sendable {
  /// The error for a text that is not a valid secret.
  public struct Malformed: Error {}

  #if canImport(CryptoKit) || Crypto
  private let key: SymmetricKey

  /// Reads a secret: `whsec_` and the key in Base64, or the Base64 alone.
  ///
  /// - Throws: `Malformed` if it is not Base64 or does not have the 24 to 64 bytes that the
  ///   specification requires.
  public init(_ text: String) throws {
    let code = text.hasPrefix("whsec_") ? String(text.dropFirst(6)) : text
    guard let bytes = Data(base64Encoded: code), 24...64 ~= bytes.count else { throw Malformed() }
    key = SymmetricKey(data: bytes)
  }

  /// Returns `v1,` and the HMAC of the ID, the time in seconds and the body, in Base64.
  func signature(of body: [UInt8], id: String, seconds: Int64) -> String {
    var code = HMAC<SHA256>(key: key)
    code.update(data: Data("\(id).\(seconds).".utf8))
    code.update(data: Data(body))
    return "v1," + Data(code.finalize()).base64EncodedString()
  }
  #else
  /// Has no value, because there is no HMAC implementation.
  private let key: Never

  /// Requires the package trait `Crypto`.
  @available(
    *, unavailable, message: "Signing needs Cairn's trait: .package(url: …, traits: [\"Crypto\"])"
  )
  public init(_ text: String) throws { throw Malformed() }

  func signature(of body: [UInt8], id: String, seconds: Int64) -> String { switch key {} }
  #endif
}
