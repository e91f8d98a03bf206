#if canImport(CryptoKit) || Crypto
import Cairn

/// A way in which a word enters the SDK, and the word that enters it there and nowhere else.
struct ProofInput: Sendable {
  /// Whose word it is: says where it must not be found.
  enum Kind: Sendable {
    /// A user's, or what an app says of one.
    case personal
    /// What an app says of a user, of which no destination of this proof is told.
    case kept
    /// The key of a property: rules for texts leave it.
    case key
    /// The name of an event, which lines of the log may call it by.
    case eventName
    /// Opens something: it is in a request, and nowhere else.
    case secret
    /// It is never to be read again, by anybody.
    case dropped
    /// The developer's, such as the name of a destination.
    case setup
    /// A server's, in an answer.
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

  /// The word of the input that has this name.
  static func word(_ name: String) -> String { "w\(name)7f3a" }

  /// What a rule of redaction finds.
  static var pattern: RedactionPattern { .regex(/w[a-z]+7f3a/) }
}
#endif
