package import Foundation

/// A link that the app was opened with, as it is recorded.
package struct DeepLink: Sendable {
  /// The event's name in the Segment specification.
  package static let eventName = OwnEvent.deepLinkOpened.rawValue

  package let url: String
  package let referrer: String?
  package let properties: [String: Value]
  package let campaign: [String: String]

  /// `secrets` are query keys that are left out, in lower case.
  package init(_ link: URL, referrer: URL?, dropping secrets: Set<String>) {
    self.referrer = referrer.flatMap { CleanLink($0, dropping: secrets)?.url }
    var properties: [String: Value] = [:]
    properties["referrer"] = self.referrer.map(Value.string)
    guard let clean = CleanLink(link, dropping: secrets) else {
      // Nobody can tell what in it is a secret.
      url = ""
      campaign = [:]
      properties["scheme"] = link.scheme.map(Value.string)
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

  /// Names under which links carry what opens somebody's account.
  package static let secretQueryKeys: Set<String> = [
    "access_token", "accesstoken", "api_key", "apikey", "assertion", "auth", "auth_token",
    "authtoken", "authorization", "bearer", "client_secret", "code", "code_verifier", "credential",
    "credentials", "email_token", "hash", "hmac", "id_token", "idtoken", "invite_token", "jwt",
    "key",
    "login_token", "magic", "magic_token", "nonce", "oauth_token", "oauth_verifier",
    "one_time_code",
    "otp", "pass", "passcode", "passphrase", "passwd", "password", "pin", "private_key", "pwd",
    "refresh_token", "reset_token", "saml", "samlresponse", "secret", "session", "session_id",
    "session_token", "sessionid", "sid", "sig", "sign", "signature", "ticket", "token",
    "verification_code", "x-amz-credential", "x-amz-security-token", "x-amz-signature",
  ]
}
