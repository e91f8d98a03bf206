import Cairn

/// The content with which an interaction takes place.
public enum ContentSubject: Hashable, Sendable {
  /// A single asset, such as an image, identified by its URL.
  case asset(String)
  /// An experience, identified by the ID that `registerExperience` returned.
  case experience(String)

  /// The URL of the asset or the ID of the experience.
  public var key: String {
    switch self {
    case .asset(let key), .experience(let key): key
    }
  }

  /// The name of the events for this kind of subject.
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

/// Keys are equal only if their code units are equal; Unicode equivalence does not count.
extension ContentSubject {
  /// Returns whether both subjects are of the same kind and have the same key.
  public static func == (one: Self, other: Self) -> Bool {
    one.name == other.name && one.key.isIdentical(to: other.key)
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(CodeUnitKey(key))
  }
}
