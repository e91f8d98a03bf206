import Cairn

/// What is counted together: interactions of one person with one thing at one place.
///
/// A pair, and not a joined text: a URL that ends in `?location=home` is not that URL without it, at `home`.
public struct ContentGroup: Hashable, Sendable {
  /// The asset or the experience.
  public let subject: ContentSubject
  /// Where it was; nil for no location, which an empty one is as well.
  public let location: String?
  /// The installation, or whoever used it.
  public let anonymousID: String
  /// The user, if identified.
  public let userID: String?

  /// Makes a group.
  public init(
    _ subject: ContentSubject, location: String? = nil, anonymousID: String = "",
    userID: String? = nil
  ) {
    self.subject = subject
    self.location = location?.isEmpty == true ? nil : location
    self.anonymousID = anonymousID
    self.userID = userID
  }
}

/// Identifiers are the same with the same code units only.
extension ContentGroup {
  /// Whether both are of the same subject, at the same place, by the same person.
  public static func == (one: Self, other: Self) -> Bool {
    one.subject == other.subject && one.location.isIdentical(to: other.location)
      && one.anonymousID.isIdentical(to: other.anonymousID)
      && one.userID.isIdentical(to: other.userID)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(subject)
    for text in [location, anonymousID, userID] { hasher.combine(text.map { ExactText($0) }) }
  }
}
