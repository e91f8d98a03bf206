#if canImport(CryptoKit) || Crypto
import Cairn

/// An input through which a word enters the SDK, and the word that only this input uses.
struct ProofInput: Sendable {
  /// The kind of a word, which determines where it must not be found.
  enum Kind: Sendable {
    /// Data of a user, or data of an app about a user.
    case personal
    /// Data of an app about a user that no destination of this proof receives.
    case kept
    /// The key of a property, which patterns do not change.
    case key
    /// The name of an event, which log lines may contain.
    case eventName
    /// A credential: it is in a request, and in no other place.
    case secret
    /// Data that must never be readable again.
    case dropped
    /// Data of the developer, such as the name of a destination.
    case setup
    /// Data of a server in a response.
    case answer
  }

  let title: String
  let word: String
  let kind: Kind

  init(_ title: String, _ name: String, _ kind: Kind) {
    self.title = title
    word = "w\(name)7f3a"
    self.kind = kind
  }

  static let all: [ProofInput] = [
    ProofInput("name of an event", "event", .eventName),
    ProofInput("key of a property", "key", .key),
    ProofInput("property", "property", .personal),
    ProofInput("property in a list in an object", "nested", .personal),
    ProofInput("name of a screen", "screen", .eventName),
    ProofInput("property of a screen", "shown", .personal),
    ProofInput("user's identifier", "user", .personal),
    ProofInput("user's trait", "trait", .personal),
    ProofInput("alias", "alias", .personal),
    ProofInput("group's identifier", "group", .personal),
    ProofInput("group's trait", "team", .personal),
    ProofInput("super property", "super", .personal),
    ProofInput("what an enricher puts into the context", "context", .personal),
    ProofInput("what an enricher puts into the properties", "enriched", .personal),
    ProofInput("path of a link", "path", .personal),
    ProofInput("parameter of a link", "parameter", .personal),
    ProofInput("campaign of a link", "campaign", .personal),
    ProofInput("secret parameter of a link", "secret", .dropped),
    ProofInput("user and password of a link", "login", .dropped),
    ProofInput("referrer", "referrer", .personal),
    ProofInput("visitor's identifier", "visitor", .personal),
    ProofInput("visitor's attribute", "attribute", .dropped),
    ProofInput("visitor's segment", "segment", .personal),
    ProofInput("data of a goal", "goal", .personal),
    ProofInput("asset", "asset", .kept),
    ProofInput("place of an asset", "place", .kept),
    ProofInput("extra of an asset", "extra", .kept),
    ProofInput("asset of an experience", "picture", .kept),
    ProofInput("text of an experience", "text", .kept),
    ProofInput("call to action of an experience", "cta", .kept),
    ProofInput("style of an experience", "style", .kept),
    ProofInput("identifier of an experience", "scene", .setup),
    ProofInput("write key", "writekey", .secret),
    ProofInput("header of a destination", "header", .secret),
    ProofInput("secret in the server's address", "address", .secret),
    ProofInput("name of a destination", "destination", .setup),
    ProofInput("name of the installation", "installation", .setup),
    ProofInput("name of a consent category", "category", .setup),
    ProofInput("objection of an inspector", "objection", .setup),
    ProofInput("address of the remote settings", "settings", .secret),
    ProofInput("event's name in the remote settings", "sampled", .setup),
    ProofInput("another member of the remote settings", "member", .setup),
    ProofInput("key of the experiments", "sdk", .secret),
    ProofInput("secret of the experiments", "token", .secret),
    ProofInput("name in the document of experiments", "experience", .setup),
    ProofInput("address in an error of the network", "failure", .answer),
    ProofInput("body of a temporary refusal", "busy", .answer),
    ProofInput("reason that a server gives for one event", "reason", .answer),
    ProofInput("body of a refusal, which quotes the request", "quoting", .answer),
  ]

  /// Returns the word of the input with this name.
  static func word(_ name: String) -> String { "w\(name)7f3a" }

  /// The pattern with which a rule of redaction finds the words.
  static var pattern: RedactionPattern { .regex(/w[a-z]+7f3a/) }
}
#endif
