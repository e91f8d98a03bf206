package import Foundation

/// A link that opened the app, in the form in which it is recorded.
package struct DeepLink: Sendable {
  /// The name of the event in the Segment specification.
  package static let eventName = SDKEventName.deepLinkOpened.rawValue

  package let url: String
  package let referrer: String?
  package let properties: [String: Value]
  package let campaign: [String: String]

  /// Creates a deep link without the values of the query keys in `secrets`.
  package init(_ link: URL, referrer: URL?, dropping secrets: Set<String>) {
    self.init(link, referrer: referrer, without: SecretQueryKeys(secrets))
  }

  /// Creates a deep link without the values of secret query keys.
  ///
  /// `longest` is the maximum length of a link in bytes. All properties together take at most a few
  /// times as many bytes.
  package init(
    _ link: URL, referrer: URL?, without secrets: SecretQueryKeys,
    longest: Int = RedactedLink.longest
  ) {
    self.referrer = referrer.flatMap { RedactedLink($0, without: secrets, longest: longest)?.url }
    var properties: [String: Value] = [:]
    properties["referrer"] = self.referrer.map(Value.string)
    guard let clean = RedactedLink(link, without: secrets, longest: longest) else {
      // The link cannot be parsed, so nothing in it is known to be harmless.
      url = ""
      campaign = [:]
      properties["scheme"] = link.scheme.map { .string($0.cut(toBytes: longest)) }
      self.properties = properties
      return
    }
    url = clean.url
    campaign = Campaign.values(of: clean.query)
    properties["url"] = .string(clean.url)
    properties["scheme"] = clean.scheme.map(Value.string)
    properties["host"] = clean.host.map(Value.string)
    if !clean.path.isEmpty { properties["path"] = .string(clean.path) }
    if !clean.query.isEmpty { properties["query"] = .object(clean.query.mapValues(Value.string)) }
    self.properties = properties
  }

  /// The names of query keys that carry credentials or tokens.
  package static let secretQueryKeys: Set<String> = [
    "access_code", "access_key", "access_token", "accesstoken", "auth_code", "api_key", "apikey",
    "assertion", "auth", "auth_token",
    "authtoken", "authorization", "bearer", "client_secret", "code", "code_verifier", "credential",
    "credentials", "email_token", "hash", "hmac", "id_token", "idtoken", "invite_code",
    "invite_token", "jwt",
    "key",
    "login_code", "login_token", "magic", "magic_token", "nonce", "oauth_token", "oauth_verifier",
    "one_time_code",
    "otp", "pass", "passcode", "passphrase", "passwd", "password", "pin", "private_key", "pwd",
    "refresh_token", "reset_code", "reset_token", "saml", "samlresponse", "secret", "secret_key",
    "session", "session_id",
    "session_token", "sessionid", "sid", "sig", "sign", "signature", "ticket", "token",
    "verification_code", "x-amz-credential", "x-amz-security-token", "x-amz-signature",
  ]
}
