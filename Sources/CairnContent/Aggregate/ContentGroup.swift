import Cairn

/// The key by which interactions are aggregated: subject, location and person.
///
/// The parts are separate fields instead of one joined string: a URL that ends in `?location=home`
/// differs from the same URL without it at the location `home`.
public struct ContentGroup: Hashable, Sendable {
  /// The asset or the experience.
  public let subject: ContentSubject
  /// The location; nil for none.
  ///
  /// An empty location is stored as nil.
  public let location: String?
  /// The anonymous ID of the interactions.
  public let anonymousID: String
  /// The user ID; nil when the user was not identified.
  public let userID: String?

  /// Creates a group.
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

/// Identifiers are equal only if their code units are equal; Unicode equivalence does not count.
extension ContentGroup {
  /// Returns whether both groups have the same subject, location, anonymous ID and user ID.
  public static func == (one: Self, other: Self) -> Bool {
    one.subject == other.subject && one.location.isIdentical(to: other.location)
      && one.anonymousID.isIdentical(to: other.anonymousID)
      && one.userID.isIdentical(to: other.userID)
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(subject)
    for text in [location, anonymousID, userID] { hasher.combine(text.map { CodeUnitKey($0) }) }
  }
}
