package import Foundation

/// A link that the app was opened with, as it is recorded.
package struct DeepLink: Sendable {
  /// The event's name in the Segment specification.
  package static let eventName = OwnEvent.deepLinkOpened.rawValue

  package let url: String
  package let referrer: String?
  package let properties: [String: Value]
  package let campaign: [String: String]

  /// `secrets` are query keys that are left out.
  package init(_ link: URL, referrer: URL?, dropping secrets: Set<String>) {
    self.init(link, referrer: referrer, without: SecretNames(secrets))
  }

  /// `longest`: the most bytes of a link; all of the properties together are a few times as long at most.
  package init(
    _ link: URL, referrer: URL?, without secrets: SecretNames, longest: Int = CleanLink.longest
  ) {
    self.referrer = referrer.flatMap { CleanLink($0, without: secrets, longest: longest)?.url }
    var properties: [String: Value] = [:]
    properties["referrer"] = self.referrer.map(Value.string)
    guard let clean = CleanLink(link, without: secrets, longest: longest) else {
      // Nobody can tell what in it is a secret.
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

  /// Names under which links carry what opens somebody's account.
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
