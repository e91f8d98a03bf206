import Cairn
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

/// A secret that requests are signed with, by the Standard Webhooks specification.
///
/// Whoever has it can sign as this app does: draw one for each installation and give it to the app over a connection
/// that knows the user, or sign on a server. One in the app's program is known to all.
public struct WebhookSecret: Sendable {
  /// Why a text is no secret.
  public struct Malformed: Error {}

  #if canImport(CryptoKit) || Crypto
  private let key: SymmetricKey

  /// Reads `whsec_` and the key in Base64, or the Base64 alone.
  ///
  /// - Throws: `Malformed` when it is no Base64, or fewer than 24 or more than 64 bytes, as the specification demands.
  public init(_ text: String) throws {
    let code = text.hasPrefix("whsec_") ? String(text.dropFirst(6)) : text
    guard let bytes = Data(base64Encoded: code), 24...64 ~= bytes.count else { throw Malformed() }
    key = SymmetricKey(data: bytes)
  }

  /// `v1,` and the code of the identifier, the seconds and the body, in Base64.
  func signature(of body: [UInt8], id: String, seconds: Int64) -> String {
    var code = HMAC<SHA256>(key: key)
    code.update(data: Data("\(id).\(seconds).".utf8))
    code.update(data: Data(body))
    return "v1," + Data(code.finalize()).base64EncodedString()
  }
  #else
  /// There is none without HMAC.
  private let key: Never

  /// Needs the package trait `Crypto`.
  @available(
    *, unavailable, message: "Signing needs Cairn's trait: .package(url: …, traits: [\"Crypto\"])"
  )
  public init(_ text: String) throws { throw Malformed() }

  func signature(of body: [UInt8], id: String, seconds: Int64) -> String { switch key {} }
  #endif
}
