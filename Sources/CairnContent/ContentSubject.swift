import Cairn

/// What an interaction is with.
public enum ContentSubject: Hashable, Sendable {
  /// A single asset, such as an image, by its URL.
  case asset(String)
  /// An experience, by the identifier that `registerExperience` returned.
  case experience(String)

  /// The URL or the identifier.
  public var key: String {
    switch self {
    case .asset(let key), .experience(let key): key
    }
  }

  /// As an event names it.
  package var name: String {
    switch self {
    case .asset: "asset"
    case .experience: "experience"
    }
  }

  package init?(name: String, key: String) {
    switch name {
    case "asset": self = .asset(key)
    case "experience": self = .experience(key)
    default: return nil
    }
  }
}

/// Keys are the same with the same code units only.
extension ContentSubject {
  /// Whether both are of the same kind and have the same key.
  public static func == (one: Self, other: Self) -> Bool {
    one.name == other.name && one.key.isIdentical(to: other.key)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(ExactText(key))
  }
}
